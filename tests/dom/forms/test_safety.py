"""Forms that are left alone, and those that are not."""

import pytest

from pagekin.dom import parse_page
from pagekin.dom.forms import find_forms
from pagekin.dom.forms.safety import why_left_alone
from pagekin.dom.forms.token_fields import differing, suspected_token_fields, token_fields

CHOICE = '<select name="s"><option>1<option>2</select>'


def form(attributes="", inside="", url="http://h/"):
    html = f"<form {attributes}>{CHOICE}{inside}</form>"
    (found,) = find_forms(parse_page(url, html.encode()))
    return found


@pytest.mark.parametrize(
    "attributes",
    [
        'action="/item/delete"',
        'action="/deleteItem.php?id=1"',
        'action="/user/sign-out"',
        'action="/cart/add"',
        'action="/checkout"',
        'action="/en/logout.do"',
        'id="newsletter"',
        'name="subscribeForm"',
        'id="comment-form"',
        'action="/contact"',
        'action="/kontakt"',
        'action="/poll/vote"',
        'action="/i18n/setlang/"',
        'action="/currency"',
        'action="/cookie-consent"',
        'action="/wishlist/add"',
        'action="/rate/5"',
    ],
)
def test_a_form_that_is_posted_to_change_something_is_left_alone(attributes):
    assert why_left_alone(form(f'method="post" {attributes}')).startswith("says '")


@pytest.mark.parametrize(
    "label",
    [
        "Delete", "Buy now", "Add to cart", "Add to basket", "Log out", "Sign in", "Subscribe", "Send message",
        "Löschen", "In den Warenkorb", "Abmelden", "Jetzt kaufen", "Bestellen", "Kommentar absenden",
        "Supprimer", "Ajouter au panier", "Se déconnecter", "S'abonner", "Envoyer",
        "Eliminar", "Añadir al carrito", "Cerrar sesión", "Suscribirse", "Comprar",
        "Elimina", "Aggiungi al carrello", "Esci", "Iscriviti", "Acquista", "Excluir", "Adicionar ao carrinho",
        "Verwijderen", "In winkelwagen", "Uitloggen", "Usuń", "Dodaj do koszyka", "Wyloguj się",
        "Удалить", "В корзину", "Выйти", "Подписаться", "Отправить", "Купить",
        "Ta bort", "Lägg i varukorg", "Slet", "Poista", "Smazat", "Do košíku", "Sil", "Sepete ekle", "Çıkış",
        "削除", "カートに入れる", "ログアウト", "删除", "加入购物车", "退出登录", "삭제", "장바구니 담기", "로그아웃",
    ],
)  # fmt: skip
@pytest.mark.parametrize("button", ["<button>{}</button>", '<input type="submit" value="{}">'])
def test_buttons_are_understood_in_many_languages(label, button):
    assert why_left_alone(form('method="post" action="/do"', button.format(label)))


@pytest.mark.parametrize(
    ("inside", "reason"),
    [
        ('<input type="password" name="p">', "asks for a password"),
        ('<input type="file" name="f">', "wants a file"),
        ('<input name="cardNumber">', "asks for money"),
        ('<input name="x" autocomplete="cc-number">', "says 'cc-number'"),
        ('<input type="hidden" name="_method" value="DELETE">', "is sent as DELETE"),
        ('<button formaction="/delete">x</button>', "says 'delete'"),
    ],
)
@pytest.mark.parametrize("method", ["get", "post"])
def test_what_a_form_asks_for_tells_as_well(method, inside, reason):
    assert why_left_alone(form(f'method="{method}" action="/x"', inside)) == reason


@pytest.mark.parametrize(
    ("inside", "reason"),
    [
        ("<textarea name='t'></textarea>", "asks for a message"),
        ('<input type="email" name="e">', "asks for an e-mail address"),
        ('<input type="tel" name="e">', "asks for a telephone number"),
    ],
)
def test_what_is_posted_may_be_a_message(inside, reason):
    assert why_left_alone(form('method="post" action="/x"', inside)) == reason
    assert why_left_alone(form('action="/x"', inside)) is None
    assert (
        why_left_alone(form('action="/x"', f"{inside}<button formmethod=post>x</button>")) == reason
    )


@pytest.mark.parametrize(
    "attributes",
    [
        'action="/search"',
        'action="/catalogue/filter" id="facets"',
        'action="/timetable" name="departures"',
        'action="/comments/search"',
        'action="/newest"',
        'action="/ordinances/inscriptions"',
        'method="post" action="/find"',
        'method="post" action="/Suche/Ergebnis.aspx" id="aspnetForm"',
        'method="post" action="/recherche"',
    ],
)
@pytest.mark.parametrize(
    "label", ["Search", "Go", "Show", "Apply", "Suchen", "Anzeigen", "検索", "Найти"]
)
def test_a_form_to_look_something_up_is_submitted(attributes, label):
    assert why_left_alone(form(attributes, f"<button>{label}</button>")) is None


@pytest.mark.parametrize("name", ["del", "deletion", "/item/delete"])
def test_a_form_that_a_person_named_is_submitted(name):
    named = form('id="del" name="deletion" method="post" action="/item/delete?id=1"')
    assert why_left_alone(named)
    assert why_left_alone(named, ["other", name]) is None


def hidden(*pairs):
    return form("", "".join(f'<input type="hidden" name="{n}" value="{v}">' for n, v in pairs))


@pytest.mark.parametrize(
    "name",
    [
        "csrfmiddlewaretoken", "_csrf", "authenticity_token", "__RequestVerificationToken", "__VIEWSTATE",
        "__EVENTVALIDATION", "form_build_id", "form_token", "_wpnonce", "javax.faces.ViewState", "_token",
        "YII_CSRF_TOKEN", "PHPSESSID", "sid", "org.apache.struts.taglib.html.TOKEN", "captcha_sid",
    ],
)  # fmt: skip
def test_tokens_are_known_by_their_names(name):
    assert token_fields(hidden((name, "1"))) == {name}


def test_tokens_are_known_by_their_values():
    random = "MTY5ODc2NTQzMnxEdi1CQkFFQ180SUFBUkFCRUFBQVB2LUNBQUVHYzNSeWFXNW4="
    assert token_fields(hidden(("x", random))) == {"x"}


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("lang", "en"),
        ("id", "9fceb02d0ae598e95dc970b74767f19372d61af8"),  # a commit
        ("category", "green-tea-and-cups-and-pots-and-spoons-and-trays"),
        ("side", "left"),
        ("datasets", "7"),
    ],
)
def test_other_hidden_values_are_part_of_what_is_asked(name, value):
    assert token_fields(hidden((name, value))) == frozenset()


def test_whether_a_value_is_made_anew_shows_when_the_page_is_fetched_again():
    first = hidden(("stamp", "1700000001"), ("id", "9fceb02d0a"), ("lang", "en"))
    again = hidden(("stamp", "1700000002"), ("id", "9fceb02d0a"), ("lang", "en"))
    assert suspected_token_fields(first) == {"stamp", "id"}
    assert differing(first, again) == {"stamp"}


CHANGING = """
    Delete|Remove item|Buy now|Purchase|Add to bag|Place order|Pay now|Checkout|Unsubscribe|Vote|Like|Post comment
    Submit review|Book now|Reserve|Cancel order|Donate|Follow|Report abuse|Rate this|Apply now|Join|Sign up|Confirm
    Accept all cookies|Block user|Deactivate account|Bid now|Redeem|Upvote|Invite
    Entfernen|Kaufen|Zur Kasse|Ausloggen|Abstimmen|Newsletter abbestellen|Kündigen|Zahlungspflichtig bestellen|Melden
    Gefällt mir|Buchen|Reservieren|Bestätigen|Auf die Merkliste
    Effacer|Acheter|Passer commande|Payer|Déconnexion|Désinscription|Voter|Réserver|J'aime|Signaler|Confirmer
    Borrar|Añadir a la cesta|Darse de baja|Votar|Finalizar compra|Me gusta|Denunciar|Confirmar
    Cancella|Paga ora|Disconnetti|Disiscriviti|Vota|Prenota|Mi piace|Segnala|Conferma|Terminar sessão|Gosto
    Kopen|Afrekenen|Uitschrijven|Stemmen|Vind ik leuk|Bevestigen|Kup teraz|Zapłać|Wypisz się|Głosuj|Potwierdź
    Оформить заказ|Отписаться|Голосовать|Забронировать|Нравится|Подтвердить|Köp|Betala|Logga ut|Rösta|Boka|Gilla
    Køb|Log ud|Afmeld|Bekræft|Osta|Kirjaudu ulos|Äänestä|Vahvista|Koupit|Odhlásit|Hlasovat|Potvrdit|Satın al|Oy ver
    Kosárba|Leiratkozás|Szavazok|Cumpără|Dezabonare|Votează|Διαγραφή|Προσθήκη στο καλάθι|Αποσύνδεση|Ψήφισε
    購入する|退会|予約する|いいね|立即购买|取消订阅|点赞|구매하기|구독 취소|예약하기|좋아요|شراء|إلغاء الاشتراك|תצא התנתק
    הוסף לסל|ซื้อเลย|ออกจากระบบ|Mua ngay|Thêm vào giỏ|Đăng xuất|हटाएं|खरीदें|Hapus|Beli sekarang|Keluar
"""
LOOKING = """
    Search|Find|Filter|Apply filters|Sort|View|Browse|Next page|Submit|Refine|Look up|OK|Select|Show results
    Suche starten|Finden|Filtern|Sortieren|Weiter|Zurück|Auswählen|Los|Übernehmen|Mehr anzeigen
    Rechercher|Chercher|Afficher|Trier|Suivant|Précédent|Choisir|Lancer la recherche|Valider|Appliquer
    Buscar|Mostrar|Ordenar|Siguiente|Consultar|Aplicar|Cerca|Filtra|Ordina per prezzo|Avanti|Trova|Applica
    Pesquisar|Procurar|Próximo|Ver mais|Zoeken|Tonen|Sorteren|Volgende|Boeken zoeken|Szukaj|Pokaż|Dalej
    Показать|Поиск|Сортировать|Далее|Применить|Sök|Visa|Nästa|Søg|Hae|Näytä|Seuraava|Hledat|Zobrazit|Ara|Göster
    Keresés|Szűrés|Caută|Afișează|Αναζήτηση|表示|絞り込み|次へ|搜索|查询|筛选|下一页|검색|조회|다음|بحث|عرض|חיפוש|ค้นหา
    Tìm kiếm|खोजें|Cari
"""


def labels(table):
    return [label.strip() for line in table.strip().splitlines() for label in line.split("|")]


def test_what_a_button_says_that_changes_something_is_not_posted():
    post = 'method="post" action="/do"'
    found = [x for x in labels(CHANGING) if not why_left_alone(form(post, f"<button>{x}</button>"))]
    assert found == []


def test_a_button_by_itself_is_not_pressed_by_get_either():
    def alone(label):
        html = f'<form action="/do"><button name="x" value="1">{label}</button></form>'
        return find_forms(parse_page("http://h/", html.encode()))[0]

    assert [label for label in labels(CHANGING) if not why_left_alone(alone(label))] == []
    assert [label for label in labels(LOOKING) if why_left_alone(alone(label))] == []


@pytest.mark.parametrize("method", ["get", "post"])
def test_what_a_button_says_that_looks_something_up_is_submitted(method):
    sent = f'method="{method}" action="/list"'
    found = [x for x in labels(LOOKING) if why_left_alone(form(sent, f"<button>{x}</button>"))]
    assert found == []


@pytest.mark.parametrize("method", ["get", "post"])
@pytest.mark.parametrize(
    "label", ["Delete", "Kaufen", "Supprimer", "Votar", "Esci", "В корзину", "削除", "Afmeld"]
)
def test_the_worst_is_not_submitted_by_get_either(label, method):
    assert why_left_alone(form(f'method="{method}"', f'<input type="submit" value="{label}">'))


@pytest.mark.parametrize(
    ("inside", "word"),
    [
        ('<input type="hidden" name="action" value="delete">', "delete"),
        ('<input type="hidden" name="op" value="addToCart">', "add"),
        ('<input type="hidden" name="do" value="vote">', "vote"),
        ('<input name="quantity" value="1">', "quantity"),
        ('<input type="radio" name="vote" value="1">', "vote"),
        ('<button name="add-to-cart" value="7">+</button>', "add"),
    ],
)
def test_fields_tell_as_well(inside, word):
    assert why_left_alone(form('method="post" action="/x"', inside)) == f"says '{word}'"


@pytest.mark.parametrize(
    "inside",
    [
        '<input type="hidden" name="action" value="search">',
        '<select name="order"><option>price<option>name</select>',
        '<input type="hidden" name="category" value="orders">',
    ],
)
def test_fields_of_searches_do_not(inside):
    assert why_left_alone(form('method="post" action="/x"', inside)) is None
