"""Nouns for what a page may be about one of: a function, a recipe, a player.

Folders are called after kinds (`/teams/`, `/players/`) or after topics (`/health/`, `/travel/`). Both come in groups with one
template and a list each, so that nothing but the word tells which it is. A person goes by that; so does `class_evidence`, where
most groups of a site are called after kinds.
"""

from functools import lru_cache
from urllib.parse import unquote

from pagekin.urls.word_table import plain, words

# Plurals in -s, -es and -ies are made of them, others stand beside. The words are those of catalogues of kinds: schema.org, what
# documentation generators and content management systems sort pages into.
_ENGLISH = """
function func method procedure proc routine subroutine macro class struct structure union interface enum enumeration type typedef
trait record object module package namespace library component widget control plugin extension addon theme template filter
operator keyword variable constant property attribute parameter param argument option setting directive command cmd subcommand tool
utility program app application script task event signal callback hook exception error message warning statement tag element entity
node block member field header protocol format codec driver device service endpoint resource schema test benchmark backend

example sample demo snippet tutorial lesson exercise howto guide manual manpage chapter section appendix part faq glossary reference
ref doc document documentation spec specification standard release version changelog changes whatsnew note announcement advisory
vulnerability cve patch issue ticket bug proposal term definition concept topic article post blog entry story page wiki news
newsletter magazine column essay interview review opinion editorial press archive

author person people profile user member player team club coach speaker artist band actor director writer poet composer staff
employee teacher student professor doctor lawyer politician mp candidate character family ancestor surname contributor maintainer
talk session workshop lecture course seminar webinar conference keynote panel sponsor exhibitor paper publication thesis abstract
poster presentation slide project experiment dataset award grant

product item shop store brand vendor manufacturer category collection catalog catalogue deal offer coupon order size model make
book film movie song track album playlist episode podcast season show series video photo picture image gallery artwork painting
sculpture exhibition exhibit work piece instrument comic manga quote poem letter manuscript speech sermon prayer
game match race result fixture tournament league round quest monster weapon armor spell skill level stage map unit vehicle car
recipe ingredient dish drink cocktail beer wine menu restaurant hotel room apartment house listing property venue attraction
company organisation organization partner client customer supplier job career position vacancy testimonial
place city town village country state region district province location island river mountain park beach museum church building
street station airport route trail tour trip destination
species genus plant animal bird fish insect butterfly flower tree mushroom fossil mineral element star planet galaxy
disease drug medicine symptom treatment gene protein compound
question answer thread forum discussion comment law act statute regulation decision judgment judgement case bill motion vote
file download report tip hint todo statistic indicator verse psalm hymn
"""
_OTHERS = """
funktion klasse modul befehl befehle beispiel beispiele anleitung anleitungen kapitel artikel beitrag beitrage nachricht
nachrichten produkt produkte kategorie kategorien schlagwort schlagworter begriff begriffe mitglied mitglieder mannschaft mannschaften
spieler verein vereine veranstaltung veranstaltungen termin termine vortrag vortrage kurs kurse rezept rezepte zutat zutaten buch bucher
lied lieder gedicht gedichte brief briefe bild bilder ort orte stadt stadte land lander kunstler werk werke ausstellung ausstellungen
ausgabe ausgaben projekt projekte firma firmen unternehmen stelle stellen frage fragen thema themen autor autoren

fonction commande exemple tutoriel tutoriels chapitre actualite produit categorie etiquette motcle membre equipe joueur evenement
conference formation atelier recette livre chanson poeme lettre lieu lieux ville pays artiste oeuvre exposition entreprise emploi
auteur auteurs personne

funcion funciones clase modulo comando ejemplo tutorial tutoriales capitulo articulo noticia entrada producto categoria etiqueta
miembro equipo jugador jugadora jugadores evento ponencia ponente taller curso receta ingrediente libro cancion canciones poema carta
lugar lugares ciudad ciudades pais paises artista obra exposicion exposiciones empresa empleo proyecto pregunta autor autora autores
persona

funzione funzioni classe classi modulo moduli comando comandi esempio esempi capitolo capitoli articolo articoli notizia notizie
prodotto prodotti categoria categorie membro membri squadra squadre giocatore giocatori evento eventi corso corsi ricetta ricette
libro libri canzone canzoni poesia poesie lettera lettere luogo luoghi citta artista artisti opera opere mostra mostre progetto progetti

funcao funcoes exemplo capitulo artigo noticia postagem postagens produto categoria membro equipe jogador jogadores evento palestra
palestrante curso receita livro musica poema carta cidade pais artista obra projeto pergunta autor autores pessoa

functie functies voorbeeld voorbeelden hoofdstuk hoofdstukken artikelen bericht berichten categorie speler spelers ploeg evenement
evenementen recept recepten boek boeken gedichten brieven plaats plaatsen kunstenaar

funkcja funkcje klasa klasy przyklad przyklady rozdzial rozdzialy artykul artykuly wpis wpisy produkt produkty kategoria kategorie
druzyna druzyny gracz gracze zawodnik zawodnicy wydarzenie wydarzenia sesja sesje prelegent prelegenci przepis przepisy ksiazka ksiazki
wiersz wiersze miasto miasta

funktioner exempel kapitel artiklar nyhet nyheter produkter kategorier spelare lag evenemang bok bocker brev stad stader begivenhed
begivenheder opskrift opskrifter oppskrift oppskrifter tuote tuotteet resepti reseptit kategoriat clanek clanky produkty hrac hraci
tym tymy recepty kniha knihy mesto mesta cikk cikkek termek termekek jatekos jatekosok recept konyv konyvek vers versek urun urunler
yazi yazilar haber haberler oyuncu oyuncular takim takimlar tarif tarifler kitap kitaplar etiketler kategoriler

функция функции класс классы модуль модули команда команды пример примеры глава главы статья статьи запись записи новость новости товар
товары продукт продукты категория категории тег теги игрок игроки событие события доклад доклады спикер спикеры курс курсы рецепт рецепты
книга книги песня песни стих стихи письмо письма город города художник художники автор авторы выпуск выпуски
"""
# In scripts without spaces they are looked for anywhere.
_NOUNS_WITHOUT_SPACES = """
関数 クラス 例 記事 投稿 商品 製品 カテゴリ タグ 選手 チーム 作品 作家 著者 講演 レシピ 写真 書籍
函数 函數 类 類 文章 产品 產品 分类 分類 标签 標籤 球员 球員 球队 球隊 作者 菜谱 食譜 图书 圖書 新闻 新聞
함수 클래스 예제 기사 글 상품 제품 카테고리 태그 선수 팀 작품 작가 저자 발표 레시피
"""
_COMPOUND = 5  # letters of a noun that ends a longer word, as in /starplayers/
_SHORT = 3  # letters that stand in front of it there, at least


def _forms(noun: str) -> list[str]:
    """Return a noun and its plurals in English."""
    if noun.endswith("y"):
        return [noun, noun + "s", noun[:-1] + "ies"]
    return [noun, noun + "s", noun + "es"]


_FORMS = frozenset(form for noun in plain(_ENGLISH + _OTHERS).split() for form in _forms(noun))
_PLURALS = frozenset(form for noun in _ENGLISH.split() for form in _forms(noun)[1:])
_FOREIGN = _FORMS - frozenset(_ENGLISH.split()) - _PLURALS
_PARTS = frozenset(plain(_NOUNS_WITHOUT_SPACES).split())


@lru_cache(maxsize=1 << 14)
def names_kind(level: str) -> bool:
    """Return whether a level of an address, or a word of it, is called after a kind of thing.

    Names in capitals are those of namespaces, which are called after what they are for.
    """
    text = unquote(level)
    return text == text.lower() and any(map(_is_noun, words(text)))


@lru_cache(maxsize=1 << 14)
def names_many(text: str) -> bool:
    """Return whether a page of this name, or at this level of an address, is about things of one kind: `Built-in functions`.

    In English the noun comes last, in the plural; a `Function reference` is a book. In other languages it may come first.
    """
    found = words(unquote(text))
    if not found:
        return False
    return found[-1] in _PLURALS or not _FOREIGN.isdisjoint((found[0], found[-1]))


def _is_noun(word: str) -> bool:
    if word in _FORMS or any(part in word for part in _PARTS):
        return True
    ends = range(_SHORT, len(word) - _COMPOUND + 1)
    return any(word[start:] in _FORMS for start in ends)
