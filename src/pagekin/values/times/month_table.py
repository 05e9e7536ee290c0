"""The names of the months: the language, then for each month its names in lower case.

Written by tools/generate_tables.py; changes belong there.
"""

BABEL = "2.18.0"  # whose data this is
TABLE = """\
en january,jan february,feb march,mar april,apr may june,jun july,jul august,aug september,sep,sept october,oct november,nov december,dec
de januar,jan,jänner,jän februar,feb,feber märz,mär,maerz,mrz april,apr mai juni,jun juli,jul august,aug september,sept,sep oktober,okt november,nov dezember,dez
fr janvier,janv,jan février,févr,fév,fev mars avril,avr mai juin juillet,juil,juill,jul août,aout septembre,sept octobre,oct novembre,nov décembre,déc,dec
es enero,ene febrero,feb marzo,mar abril,abr mayo,may junio,jun julio,jul agosto,ago septiembre,sept,sep,setiembre,set octubre,oct noviembre,nov diciembre,dic
it gennaio,gen febbraio,feb marzo,mar aprile,apr maggio,mag giugno,giu luglio,lug agosto,ago settembre,set ottobre,ott novembre,nov dicembre,dic
pt janeiro,jan fevereiro,fev março,mar abril,abr maio,mai junho,jun julho,jul agosto,ago setembro,set outubro,out novembro,nov dezembro,dez
nl januari,jan februari,feb maart,mrt april,apr mei juni,jun juli,jul augustus,aug september,sep oktober,okt november,nov december,dec
sv januari,jan februari,feb mars april,apr maj juni juli augusti,aug september,sep oktober,okt november,nov december,dec
da januar,jan februar,feb marts,mar april,apr maj juni,jun juli,jul august,aug september,sep oktober,okt november,nov december,dec
nb januar,jan februar,feb mars,mar april,apr mai juni,jun juli,jul august,aug september,sep oktober,okt november,nov desember,des
fi tammikuuta,tammi,tammikuu helmikuuta,helmi,helmikuu maaliskuuta,maalis,maaliskuu huhtikuuta,huhti,huhtikuu toukokuuta,touko,toukokuu kesäkuuta,kesä,kesäkuu heinäkuuta,heinä,heinäkuu elokuuta,elo,elokuu syyskuuta,syys,syyskuu lokakuuta,loka,lokakuu marraskuuta,marras,marraskuu joulukuuta,joulu,joulukuu
et jaanuar,jaan veebruar,veebr märts aprill,apr mai juuni juuli august,aug september,sept oktoober,okt november,nov detsember,dets
lv janvāris,janv februāris,febr marts aprīlis,apr maijs jūnijs,jūn jūlijs,jūl augusts,aug septembris,sept oktobris,okt novembris,nov decembris,dec
lt sausio,saus,sausis vasario,vas,vasaris kovo,kov,kovas balandžio,bal,balandis gegužės,geg,gegužė birželio,birž,birželis liepos,liep,liepa rugpjūčio,rugp,rugpjūtis rugsėjo,rugs,rugsėjis spalio,spal,spalis lapkričio,lapkr,lapkritis gruodžio,gruod,gruodis
pl stycznia,sty,styczeń lutego,lut,luty marca,mar,marzec kwietnia,kwi,kwiecień maja,maj czerwca,cze,czerwiec lipca,lip,lipiec sierpnia,sie,sierpień września,wrz,wrzesień października,paź,październik listopada,lis,listopad grudnia,gru,grudzień
cs ledna,led,leden února,úno,únor března,bře,březen dubna,dub,duben května,kvě,květen června,čvn,červen července,čvc,červenec srpna,srp,srpen září,zář října,říj,říjen listopadu,lis,listopad prosince,pro,prosinec
sk januára,jan,január februára,feb,február marca,mar,marec apríla,apr,apríl mája,máj júna,jún júla,júl augusta,aug,august septembra,sep,september októbra,okt,október novembra,nov,november decembra,dec,december
sl januar,jan februar,feb marec,mar april,apr maj junij,jun julij,jul avgust,avg september,sep oktober,okt november,nov december,dec
hr siječnja,sij,siječanj veljače,velj,veljača ožujka,ožu,ožujak travnja,tra,travanj svibnja,svi,svibanj lipnja,lip,lipanj srpnja,srp,srpanj kolovoza,kol,kolovoz rujna,ruj,rujan listopada,lis,listopad studenoga,stu,studeni prosinca,pro,prosinac
sr јануар,јан фебруар,феб март,мар април,апр мај јун јул август,авг септембар,сеп октобар,окт новембар,нов децембар,дец
hu január,jan február,febr március,márc április,ápr május,máj június,jún július,júl augusztus,aug szeptember,szept október,okt november,nov december,dec
ro ianuarie,ian februarie,feb martie,mar aprilie,apr mai iunie,iun iulie,iul august,aug septembrie,sept octombrie,oct noiembrie,nov decembrie,dec
bg януари,яну февруари,фев март април,апр май юни юли август,авг септември,сеп октомври,окт ноември,ное декември,дек
mk јануари,јан февруари,фев март,мар април,апр мај јуни,јун јули,јул август,авг септември,сеп октомври,окт ноември,ное декември,дек
el ιανουαρίου,ιαν,ιανουάριοσ φεβρουαρίου,φεβ,φεβρουάριοσ μαρτίου,μαρ,μάρτιοσ,μάρ απριλίου,απρ,απρίλιοσ μαΐου,μαΐ,μάιοσ,μάι ιουνίου,ιουν,ιούνιοσ,ιούν ιουλίου,ιουλ,ιούλιοσ,ιούλ αυγούστου,αυγ,αύγουστοσ,αύγ σεπτεμβρίου,σεπ,σεπτέμβριοσ οκτωβρίου,οκτ,οκτώβριοσ νοεμβρίου,νοε,νοέμβριοσ,νοέ δεκεμβρίου,δεκ,δεκέμβριοσ
tr ocak,oca şubat,şub mart,mar nisan,nis mayıs,may haziran,haz temmuz,tem ağustos,ağu eylül,eyl ekim,eki kasım,kas aralık,ara
ru января,янв,январь февраля,февр,февраль,фев марта,мар,март апреля,апр,апрель мая,май июня,июн,июнь июля,июл,июль августа,авг,август сентября,сент,сентябрь,сен октября,окт,октябрь ноября,нояб,ноябрь,ноя декабря,дек,декабрь
uk січня,січ,січень лютого,лют,лютий березня,бер,березень квітня,квіт,квітень травня,трав,травень червня,черв,червень липня,лип,липень серпня,серп,серпень вересня,вер,вересень жовтня,жовт,жовтень листопада,лист,листопад грудня,груд,грудень
be студзеня,сту,студзень лютага,лют,люты сакавіка,сак,сакавік красавіка,кра,красавік мая,май чэрвеня,чэр,чэрвень ліпеня,ліп,ліпень жніўня,жні,жнівень верасня,вер,верасень кастрычніка,кас,кастрычнік лістапада,ліс,лістапад снежня,сне,снежань
is janúar,jan febrúar,feb mars,mar apríl,apr maí júní,jún júlí,júl ágúst,ágú september,sep október,okt nóvember,nóv desember,des
ga eanáir,ean feabhra,feabh márta aibreán,aib bealtaine,beal meitheamh,meith iúil lúnasa,lún mfómh dfómh samhain,samh nollaig,noll
cy ionawr,ion chwefror,chwef,chw mawrth,maw ebrill,ebr mai mehefin,meh gorffennaf,gorff,gor awst medi hydref,hyd tachwedd,tach rhagfyr,rhag
ca gener,gen febrer,febr març abril,abr maig juny juliol,jul agost,ag setembre,set octubre,oct novembre,nov desembre,des
gl xaneiro,xan febreiro,feb marzo,mar abril,abr maio xuño xullo,xul agosto,ago setembro,set outubro,out novembro,nov decembro,dec
eu urtarrila,urt otsaila,ots martxoa,mar apirila,api maiatza,mai ekaina,eka uztaila,uzt abuztua,abu iraila,ira urria,urr azaroa,aza abendua,abe
sq janar,jan shkurt,shk mars,mar prill,pri maj qershor,qer korrik,korr gusht,gush shtator,sht tetor,tet nëntor,nën dhjetor,dhj
id januari,jan februari,feb maret,mar april,apr mei juni,jun juli,jul agustus,agu september,sep oktober,okt november,nov desember,des
ms januari,jan februari,feb mac april,apr mei jun julai,jul ogos,ogo september,sep oktober,okt november,nov disember,dis
af januarie,jan februarie,feb maart,mrt april,apr mei junie,jun julie,jul augustus,aug september,sep oktober,okt november,nov desember,des
ar يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر
fa ژانویهٔ,ژانویه فوریهٔ,فوریه مارس آوریل مهٔ,مه ژوئن ژوئیهٔ,ژوئیه اوت سپتامبر اکتبر نوامبر دسامبر
he ינואר,ינו פברואר,פבר מרץ אפריל,אפר מאי יוני יולי אוגוסט,אוג ספטמבר,ספט אוקטובר,אוק נובמבר,נוב דצמבר,דצמ
hi जनवरी,जन फ़रवरी,फ़र मार्च अप्रैल मई जून जुलाई,जुल अगस्त,अग सितंबर,सित अक्टूबर,अक्टू नवंबर,नव दिसंबर,दिस
bn জানুয়ারী,জানু ফেব্রুয়ারী,ফেব মার্চ এপ্রিল,এপ্রি মে জুন জুলাই,জুল আগস্ট,আগ সেপ্টেম্বর,সেপ অক্টোবর,অক্টো নভেম্বর,নভে ডিসেম্বর,ডিসে
th มกราคม,ม.ค กุมภาพันธ์,ก.พ มีนาคม,มี.ค เมษายน,เม.ย พฤษภาคม,พ.ค มิถุนายน,มิ.ย กรกฎาคม,ก.ค สิงหาคม,ส.ค กันยายน,ก.ย ตุลาคม,ต.ค พฤศจิกายน,พ.ย ธันวาคม,ธ.ค
ka იანვარი,იან თებერვალი,თებ მარტი,მარ აპრილი,აპრ მაისი,მაი ივნისი,ივნ ივლისი,ივლ აგვისტო,აგვ სექტემბერი,სექ ოქტომბერი,ოქტ ნოემბერი,ნოე დეკემბერი,დეკ
hy հունվարի,հնվ,հունվար փետրվարի,փտվ,փետրվար մարտի,մրտ,մարտ ապրիլի,ապր,ապրիլ մայիսի,մյս,մայիս հունիսի,հնս,հունիս հուլիսի,հլս,հուլիս օգոստոսի,օգս,օգոստոս սեպտեմբերի,սեպ,սեպտեմբեր հոկտեմբերի,հոկ,հոկտեմբեր նոյեմբերի,նոյ,նոյեմբեր դեկտեմբերի,դեկ,դեկտեմբեր
az yanvar,yan fevral,fev mart,mar aprel,apr may iyun,iyn iyul,iyl avqust,avq sentyabr,sen oktyabr,okt noyabr,noy dekabr,dek
kk қаңтар,қаң ақпан,ақп наурыз,нау сәуір,сәу мамыр,мам маусым,мау шілде,шіл тамыз,там қыркүйек,қыр қазан,қаз қараша,қар желтоқсан,жел
uz yanvar,yan fevral,fev mart,mar aprel,apr may iyun,iyn iyul,iyl avgust,avg sentabr,sen oktabr,okt noyabr,noy dekabr,dek
fil enero,ene pebrero,peb marso,mar abril,abr mayo,may hunyo,hun hulyo,hul agosto,ago setyembre,set oktubre,okt nobyembre,nob disyembre,dis
sr januar,jan februar,feb mart,mar april,apr maj jun jul avgust,avg septembar,sep,sept oktobar,okt novembar,nov decembar,dec
"""
