"""The words for being in stock and being sold out, in many languages."""

# Looked for in this order: "not in stock" and "currently unavailable" contain the words of the opposite.
# One regular expression a line.
STOCK_PHRASES = {
    "Discontinued": r"""
discontinued
no longer (?:available|sold)
nicht mehr (?:lieferbar|erhältlich|verfügbar)
n'est plus disponible
ya no disponible
fuori produzione
снят с производства
""",
    "SoldOut": r"""
sold[ -]?out
ausverkauft|vergriffen
épuisée?
agotad[oa]
esaurit[oa]
uitverkocht
udsolgt|utsolgt|slutsåld
loppuunmyyty
vyprodáno|vypredané|wyprzedan[ey]
esgotad[oa]
распродано|tükendi|elfogyott
売り切れ|完売|售罄|품절
""",
    "PreOrder": r"""
pre-?order|coming soon
vorbestell\w*
précommande
prenota\w*
reserva anticipada|preventa|pré-venda
предзаказ|förbeställ\w*
予約
""",
    "BackOrder": r"""
back-?order(?:ed)?|on order|available to order
nachbestellt|bestellbar
beställningsvara|na objednávku
под заказ
""",
    "OutOfStock": r"""
out[ -]of[ -]stock|(?:not|no longer) in stock|no stock|not available|un-?available|temporarily out
(?:nicht|derzeit nicht) (?:auf lager|lieferbar|verfügbar|vorrätig)
(?:en )?rupture(?: de stock)?|indisponible|pas en stock
sin (?:stock|existencias)|no disponible|no en stock
non disponibile|non in magazzino
niet (?:op voorraad|leverbaar|beschikbaar)
ikke på lager|ej i lager|slut i lager|ei varastossa
není skladem|nie je skladom|nedostupn\w+
brak w magazynie|niedostępn\w+
нет в наличии|немає в наявності|няма в наличност
indisponível|fora de estoque|sem estoque
stokta yok|nincs (?:raktáron|készleten)|nu este în stoc|stoc epuizat
缺货|在庫なし|在庫切れ|재고 없음|일시품절
hết hàng|không còn hàng|stok habis|tidak tersedia|สินค้าหมด
""",
    "LimitedAvailability": r"""
only (?P<left>[0-9]+) (?:left|available|remaining|in stock)
(?P<left2>[0-9]+) left(?: in stock)?
low stock|limited (?:stock|availability|quantity)|few left|almost gone|last (?:one|few|items?)
nur noch (?P<left3>[0-9]+)|(?:nur )?wenige verfügbar
plus que (?P<left4>[0-9]+)
残りわずか
""",
    "InStoreOnly": r"""
in[ -]store only|only in store|available in store
""",
    "InStock": r"""
in[ -]?stock|available|on hand|ready to ship
lieferbar|verfügbar|auf lager|vorrätig
en stock|disponibles?
disponibil[ei]|in magazzino
op voorraad|leverbaar|beschikbaar
på lager|i lager|varastossa
skladem|skladom|na skladě|na sklade|na zalogi
dostępn\w+|w magazynie
в наличии|є в наявності|в наличност
em estoque|disponível|disponíveis
stokta|raktáron|készleten|în stoc|laos|noliktavā
有货|在庫あり|재고 있음
còn (?:(?P<left5>[0-9]+) )?hàng|tersedia|มีสินค้า
""",
}
