"""Words that indicate that a form or a link changes something, in the languages that many sites are written in.

Each stands for all words that begin with it, in lower case without accents. A word that ends with a dot stands
for itself only. Words in scripts without spaces are looked for anywhere.
"""

# What must not be done whatever the method: it should never be a GET, but sometimes it is.
DANGEROUS = """
delete. deleting remov destroy erase purge unlink cancel revoke
loschen entfernen stornieren abbestellen supprimer effacer annuler borrar eliminar quitar anular
elimina. cancella rimuovi annulla excluir apagar remover cancelar verwijder annule usun skasuj anuluj
udalit удал стереть отмен видал radera ta-bort slet. slett fjern poista smazat odstranit zrusit sil. iptal
törlés torles sterge διαγραφ hapus kundigen. kundigung हटाएं 削除 消去 退会 删除 刪除 取消 삭제 취소 حذف إلغاء מחק ลบ xoa

buy. buying purchase checkout cart. addtocart basket. bag. order. orders. ordernow placeorder pay. payment paypal
donate bid. cc-number cc-csc cc-exp cc-name cc-type one-time-code
kaufen bestellen warenkorb kasse. bezahlen zahlen spenden acheter commander panier payer paiement
comprar carrito pagar pago. pedido acquista carrello ordina-ora. all-ordine paga. carrinho
encomendar winkelwagen winkelmand bestel. betalen afrekenen kup. koszyk zamow zaplac купить корзин заказ
оплат купити кошик kop. varukorg bestall betala kob. kurv osta. kori. koupit kosik objednat sepet
satin-al kosar megrendel cumpara comanda 購入 買う カート 注文 支払 购买 購買 购物车 購物車 结账 下单 订单
commande. passer-commande finalizar-compra cesta. kopen. zaplatit bestil. betal. ostoskor siparis vasarl fizet
καλαθι beli. keranjang खरीद 구매 장바구니 주문 결제 شراء سلة السلة קנה לסל ซื้อ mua. vao-gio gio-hang

logout logoff signout sign-out log-out login. log-in. signin sign-in logon register. registration signup
sign-up password passwd account.
abmelden ausloggen anmelden einloggen registrieren passwort konto. deconnexion deconnecter connexion
connecter cerrar-sesion iniciar-sesion salir. registrarse contrasena esci. accedi
disconnetti registrati sair. entrar. cadastr uitloggen inloggen aanmelden afmelden wyloguj zaloguj zarejestruj
haslo выйти войти регистрац парол вийти увійти logga kirjaudu odhlasit prihlasit cikis giris kijelentkez
terminar-sessao log-ud. deconectare αποσυνδεσ keluar đăng-xuất
ログイン ログアウト 登録 パスワード 登录 登錄 登出 退出 注册 註冊 密码 로그인 로그아웃 회원가입 تسجيل התנתק ออกจากระบบ

subscribe. subscription unsubscribe newsletter mailinglist abonnieren abonner desabonner suscribir suscripcion
iscriviti iscrizione assinar inscrever abonneer subskryb zapisz-sie подпис рассыл prenumer tilmeld tilaa
odebirat abone hirlevel aboneaza desinscri de-baja disiscriv uitschrijv wypisz отпис afmeld leiratkoz dezabon
購読 订阅 訂閱 구독 اشترك

vote. upvote downvote abstimm voter. votar vota.
"""

# What must not be done by POST.
CHANGING = """
reserve. reservation booking book-now rent. buchen reserver reservar prenota inscription inscrire
contact message. sendmessage feedback inquiry enquiry comment reply. answer. post-comment submitcomment guestbook
review. rate. rating poll. like. dislike report. flag. share. invite follow. unfollow
kontakt nachricht kommentar antwort. gastebuch bewert teilen contacter message-envoyer commenter
commentaire repondre avis. contacto contactar mensaje comentar comentario responder opinion.
contatt messagg commenta rispondi recension contato contacte mensagem avali reactie bericht reageer
stem. beoordeel wiadomosc komentarz odpowiedz ocen. glosuj сообщен коммент ответ отзыв голос контакт
meddelande kommentera rosta besked viesti kommentti zprava hlasovat mesaj yorum oy. uzenet hozzaszol
join. applynow redeem withdraw transfer. dismiss. markas block. ban. melden. gefallt-mir reservier teilnehm
bestatig merkliste sperren. j-aime signaler. confirmer postuler me-gusta denunciar confirmar inscribir mi-piace
segnala. conferma. gosto. stemmen. boek-nu. ik-leuk bevestig zarezerw lubie-to potwierdz заброн нрав подтверд
boka. gilla. godkann bekraft bekræft godt-om aanest varaa. vahvista rezerv potvrd ode. onayla szavaz foglal
voteaza αγορα. αγοραστ προσθηκ ψηφ αποστολ tambah 予約 いいね 预订 預訂 点赞 點讚 예약 보내기 좋아요 تصويت أضف הצבע שלח
הוסף โหวต
コメント 投票 問い合わせ 送信 返信 评论 評論 留言 投票 联系 댓글 투표 문의 تعليق اتصل

add. addto insert. create. new. edit. update. save. upload. import. publish. approve. reject. confirm.
accept. agree. consent. wishlist. favorite favourite bookmark. compare-add watchlist move. rename. copy.
lock. unlock. enable. disable. activate. deactivate. reset. restore. send. sendmail mail. email. merge. fork. star.
hinzufug anlegen bearbeiten speichern hochladen veroffentlich zustimmen akzeptieren merkzettel wunschliste
senden absenden ajouter creer modifier enregistrer televerser publier accepter envoyer favoris anadir agregar
crear editar guardar subir. publicar aceptar enviar favoritos aggiungi crea. modifica salva. carica. pubblica
accetta. invia preferiti adicionar criar. salvar carregar aceitar toevoegen aanmaken bewerken opslaan
verzend accepteren dodaj utworz edytuj zapisz. wyslij akceptuj добав созда измен сохран загруз отправ принять
избранн lagg-till spara skicka tilfoj gem. lisaa tallenna laheta pridat ulozit odeslat ekle. kaydet gonder
hozzaad mentes kuldes adauga salveaza trimite 追加 保存 同意 添加 加入 提交 发送 發送 저장 추가 동의 إضافة إرسال حفظ

language. setlang setlanguage changelanguage switchlanguage set-language lang. locale. setlocale currency.
setcurrency changecurrency cookie. cookies. cookieconsent gdpr preference settings. profile. theme.
sprache. wahrung einstellung langue. devise. idioma. moneda. preferencias lingua. valuta. taal. jezyk waluta
язык валют sprak kieli jazyk dil. para-birimi nyelv limba
"""

# Names that the fields of a POST form must not have if a person fills them in; those above, too, except for
# words that are also used to sort and to search lists.
FIELDS = """quantity. qty. menge. quantite cantidad quantita. aantal."""
HARMLESS_FIELDS = """order orders account payment password bag"""

# Hidden fields whose value names an action.
ACTS = """action act op do cmd command task operation todo event function process step_action"""

# Parts of the names (letters only) of hidden fields with a new value for each visitor or visit.
TOKENS = """
csrf xsrf authenticity requestverification viewstate eventvalidation formbuildid formtoken formkey wpnonce
nonce captcha sessid sessionid securitytoken strutstoken javaxfaces oauthstate antiforgery timestamp
"""
WHOLE_NAMES = """token sid sesskey ts tstamp"""  # the whole name

# What links do that should be forms: verbs, as whole words. Words that also name things or choices (order,
# account, new, update, like, checkout, the date of departure) are not among them.
VERBS = """
create. edit. anlegen. erstellen. bearbeiten. creer. editer. crear. editar. criar. crea. aanmaken. bewerken. utworz. edytuj.
создать изменить редактировать skapa. redigera. opret. rediger. luo. muokkaa vytvorit upravit olustur duzenle letrehoz
szerkeszt creeaza editeaza δημιουργ επεξεργ buat. sunting 作成 編集 创建 创建 新建 编辑 編輯 만들기 수정 편집 إنشاء تعديل ערוך สร้าง แก้ไข बनाएं
add. addto. remove. delete. destroy. erase. revoke. empty. undo. unlink. buy. purchase. vote. upvote. downvote. toggle.
hinzufugen loschen entfernen kaufen abstimmen ajouter supprimer retirer enlever acheter voter. anadir agregar borrar
eliminar quitar comprar votar aggiungi rimuovi elimina. acquista vota. adicionar remover excluir toevoegen
verwijder kopen. stemmen. dodaj usun kup. glosuj добав удал купить голос lagg-till ta-bort kop. tilfoj fjern kob.
lisaa poista osta. pridat smazat odstranit koupit ekle. sil. satin-al hozzaad torles vasarl adauga sterge cumpara
ajout. suppression. hinzufueg loeschen loeschung dobavit. udalit. kupit. додати видалити купити legg-til. laeg-i læg-i lagg-i buynow. buy-now.
προσθηκ διαγραφ tambah hapus beli. 追加 削除 購入 投票 添加 加入 删除 刪除 购买 購買 추가 삭제 구매 إضافة حذف شراء הוסף מחק קנה ลบ ซื้อ them. xoa mua. हटाएं खरीद
入れる 放入 담기
"""

# What acts beside such a place, but is too often something else to be a sign by itself.
BESIDE_HOLDERS = """
change. clear. update. set. move. apply. plus. minus. increase. decrease. increment. decrement. andern. aendern. leeren. aktualisieren.
vider. modifier. vaciar. actualizar. svuota. aggiorna. limpar. esvaziar. legen. bijwerken. wyczysc oproznij очистить
изменить tom. tyhjenna vyprazdnit vyprazdni bosalt urites goleste
"""

# What is done to the one whose number stands before it.
DEEDS = """
like. dislike. unlike. follow. unfollow. favorite. favourite. unfavorite. bookmark. subscribe. unsubscribe. gefallt-mir.
folgen. suivre. seguir. segui. volgen. obserwuj подписаться folgja. folg. takip-et.
"""

# What gives a value to the one whose number stands beside it, if there is one: /rate/7?value=5, but not /rate/7.
RATINGS = """
rate. rating. score. bewerten. bewertung. noter. evaluer. puntuar. valorar. calificar. valuta. vota. avaliar. beoordelen. ocen. ocena.
оценить оцінити betygsatt. bedom. vurder. arvostele. hodnotit. puanla. ertekel. evalueaza.
"""

# How the way into such a place begins, where the verb is left out.
INTO = """to. into. in. im. ins. do. v. w. na. в. у. au. aux. dans. al. alla. nel. no. en. a. ao. naar. til. i. till."""

# Where such links put things.
HOLDERS = """
cart. carts. basket. baskets. trolley. bag. wishlist. wishlists. wish-list. favorite favourite compar woocompare watchlist bookmark. bookmarks.
warenkorb einkaufswagen merkzettel merkliste wunschliste vergleich panier favoris liste-envies comparateur carrito
cesta. favoritos carrello preferiti confronta carrinho winkelwagen winkelmand verlanglijst koszyk ulubione корзин
избранн сравнен кошик varukorg onskelista kurv. ostoskori kosik sepet. kosar. kedvenc favorite cos. καλαθι keranjang
korzin izbrann sravnen handlekurv indkobskurv kosaric sepete. kosarba.
カート お気に入り 購物車 购物车 收藏 장바구니 위시리스트 سلة السلة לסל gio-hang
"""

# What is a visitor's own: a verb below it acts.
ACCOUNTS = """
account. accounts. profile. profil myaccount. my-account. konto. kundenkonto mein-konto compte. mon-compte cuenta. mi-cuenta
session. sessions. perfil. conta. minha-conta profilo. account-area аккаунт профил кабинет hesab profili. マイページ 我的 내-정보
"""

# What a link does to a visitor's session or address, as the last level of a path.
FAREWELLS = """
logout. logoff. signout. log-out. log-off. sign-out. unsubscribe. subscribe. optout. opt-out. abmelden. ausloggen. abonnieren.
abbestellen. deconnexion. se-deconnecter. abonner. desabonner. cerrar-sesion. salir. suscribir. disconnetti. esci.
iscriviti. sair. uitloggen. afmelden. abonneer. uitschrijven. wyloguj. выйти. выход. отписаться. logga-ut. log-ud.
kirjaudu-ulos. odhlasit. cikis. kijelentkezes. deconectare. αποσυνδεση. terminar-sessao. keluar. dang-xuat. đăng-xuất.
desinscrire. disiscriviti. darse-de-baja. cancelar-inscricao. wypisz-sie. prenumerera. afmeld. tilmeld. tilaa. odebirat.
opt-out. optout. odhlasit-se. odhlasit-sa. wyloguj-sie. abone-ol. leiratkozas. dezabonare. ログアウト 購読 登出 退出 订阅 訂閱 로그아웃 구독 تسجيل-الخروج התנתק ออกจากระบบ
"""

# Parts of the names of parameters that hold a secret against forged requests: only what acts needs one.
SECRETS = """csrf xsrf nonce authenticitytoken"""
