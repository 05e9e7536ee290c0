"""Countries: currencies, order of a numeric date, languages with their decimal signs.

Written by tools/generate_tables.py; changes belong there.
"""

BABEL = "2.18.0"  # whose data this is
TABLE = """\
AD EUR dmy ca,
AE AED dmy ar.
AF AFN ymd fa. ps, uz,
AG XCD dmy en.
AI XCD dmy en.
AL ALL dmy sq,
AM AMD dmy hy,
AO AOA dmy pt,
AR ARS dmy es,
AS USD mdy en.
AT EUR dmy de,
AU AUD dmy en.
AW AWG dmy nl, pap.
AX EUR ymd sv,
AZ AZN dmy az,
BA BAM dmy bs, hr,
BB BBD dmy en.
BD BDT dmy bn.
BE EUR dmy nl, fr, de,
BF XOF dmy fr,
BG EUR/BGN dmy bg,
BH BHD dmy ar.
BI BIF dmy rn, fr, en.
BJ XOF dmy fr,
BL EUR dmy fr,
BM BMD dmy en.
BN BND dmy ms,
BO BOB dmy es, qu,
BQ USD dmy nl,
BR BRL dmy pt,
BS BSD dmy en.
BT INR/BTN ymd dz.
BW BWP dmy en. tn.
BY BYN dmy be, ru,
BZ BZD dmy en.
CA CAD ymd en. fr, iu.
CC AUD dmy en.
CD CDF dmy fr, sw,
CF XAF dmy sg, fr,
CG XAF dmy fr,
CH CHF dmy de. fr? it.
CI XOF dmy fr,
CK NZD dmy en.
CL CLP dmy es,
CM XAF dmy fr, en.
CN CNY ymd zh.
CO COP dmy es,
CR CRC dmy es,
CU CUP dmy es.
CV CVE dmy pt,
CW XCG dmy pap. nl,
CX AUD dmy en.
CY EUR dmy el, tr,
CZ CZK dmy cs,
DE EUR dmy de,
DJ DJF dmy fr, ar.
DK DKK dmy da,
DM XCD dmy en.
DO DOP dmy es.
DZ DZD dmy ar, fr,
EC USD dmy es, qu.
EE EUR dmy et,
EG EGP dmy ar.
EH MAD dmy ar.
ER ERN dmy ti. en. ar.
ES EUR dmy es, ca, gl,
ET ETB dmy am.
FI EUR dmy fi, sv,
FJ FJD dmy en.
FK FKP dmy en.
FM USD dmy en.
FO DKK dmy fo,
FR EUR dmy fr,
GA XAF dmy fr,
GB GBP dmy en. cy. ga.
GD XCD dmy en.
GE GEL dmy ka,
GF EUR dmy fr,
GG GBP dmy en.
GH GHS dmy en.
GI GIP dmy en.
GL DKK ymd kl,
GM GMD dmy en.
GN GNF dmy fr,
GP EUR dmy fr,
GQ XAF dmy es, fr, pt,
GR EUR dmy el,
GS GBP dmy en.
GT GTQ dmy es.
GU USD mdy en.
GW XOF dmy pt,
GY GYD dmy en.
HK HKD dmy zh. en.
HN HNL dmy es.
HR EUR dmy hr,
HT HTG/USD dmy ht, fr,
HU HUF ymd hu,
ID IDR dmy id,
IE EUR dmy en. ga.
IL ILS dmy he. ar.
IM GBP dmy en. gv.
IN INR dmy hi. en. bn.
IO USD dmy en.
IQ IQD dmy ar. az.
IR IRR ymd fa.
IS ISK dmy is,
IT EUR dmy it,
JE GBP dmy en.
JM JMD dmy en.
JO JOD dmy ar.
JP JPY ymd ja.
KE KES dmy sw. en.
KG KGS dmy ky, ru,
KH KHR dmy km.
KI AUD dmy en.
KM KMF dmy ar.
KN XCD dmy en.
KP KPW ymd ko.
KR KRW ymd ko.
KW KWD dmy ar.
KY KYD dmy en.
KZ KZT dmy ru, kk,
LA LAK dmy lo,
LB LBP dmy ar,
LC XCD dmy en.
LI CHF dmy de.
LK LKR ymd si. ta.
LR LRD dmy en.
LS ZAR/LSL dmy st. en.
LT EUR ymd lt,
LU EUR dmy fr, lb, de,
LV EUR dmy lv,
LY LYD dmy ar,
MA MAD dmy ar, fr,
MC EUR dmy fr,
MD MDL dmy ro,
ME EUR dmy sr,
MF EUR dmy fr,
MG MGA dmy mg. fr, en.
MH USD mdy en.
MK MKD dmy mk, sq,
ML XOF dmy fr,
MM MMK dmy my.
MN MNT ymd mn.
MO MOP dmy zh. yue. pt,
MP USD mdy en.
MQ EUR dmy fr,
MR MRU dmy ar,
MS XCD dmy en.
MT EUR dmy mt. en.
MU MUR dmy fr, en.
MV MVR dmy dv.
MW MWK dmy ny. en.
MX MXN dmy es.
MY MYR dmy ms.
MZ MZN dmy pt,
NA ZAR/NAD dmy en.
NC XPF dmy fr,
NE XOF dmy fr,
NF AUD dmy en.
NG NGN dmy en. yo.
NI NIO dmy es.
NL EUR dmy nl, fy,
NO NOK dmy nb, nn,
NP NPR ymd ne.
NR AUD dmy en.
NU NZD dmy en.
NZ NZD dmy en. mi.
OM OMR dmy ar.
PA PAB/USD dmy es.
PE PEN dmy es. qu.
PF XPF dmy fr,
PG PGK dmy tpi. en.
PH PHP mdy en. fil.
PK PKR dmy ur. en.
PL PLN dmy pl,
PM EUR dmy fr,
PN NZD dmy en.
PR USD mdy es. en.
PS ILS/JOD dmy ar.
PT EUR dmy pt,
PW USD dmy en.
PY PYG dmy es, gn,
QA QAR dmy ar.
RE EUR dmy fr,
RO RON dmy ro,
RS RSD dmy sr,
RU RUB dmy ru,
RW RWF dmy rw, en. fr,
SA SAR dmy ar.
SB SBD dmy en.
SC SCR dmy fr, en.
SD SDG dmy en. ar.
SE SEK ymd sv,
SG SGD dmy en. zh. ms.
SH SHP dmy en.
SI EUR dmy sl,
SJ NOK dmy nb,
SK EUR dmy sk,
SL SLE dmy en.
SM EUR dmy it,
SN XOF dmy wo, fr, ff,
SO SOS dmy so. ar.
SR SRD dmy nl,
SS SSP dmy en.
ST STN dmy pt,
SV USD dmy es.
SX XCG dmy en. nl,
SY SYP dmy ar.
SZ SZL dmy en.
TC USD dmy en.
TD XAF dmy ar. fr,
TG XOF dmy fr,
TH THB dmy th.
TJ TJS dmy tg,
TK NZD dmy en.
TL USD dmy pt,
TM TMT dmy tk,
TN TND dmy ar, fr,
TO TOP dmy to. en.
TR TRY dmy tr,
TT TTD dmy en.
TV AUD dmy en.
TW TWD ymd zh.
TZ TZS dmy sw. en.
UA UAH dmy uk, ru,
UG UGX dmy sw. en.
UM USD mdy en.
US USD mdy en. es.
UY UYU dmy es,
UZ UZS dmy uz,
VA EUR dmy it,
VC XCD dmy en.
VE VES dmy es,
VG USD dmy en.
VI USD mdy en.
VN VND dmy vi,
VU VUV dmy en. fr,
WF XPF dmy fr,
WS WST dmy en.
XK EUR dmy sq, sr,
YE YER dmy ar.
YT EUR dmy fr,
ZA ZAR ymd en? af,
ZM ZMW dmy en.
ZW USD/ZWG dmy sn. en.
"""
