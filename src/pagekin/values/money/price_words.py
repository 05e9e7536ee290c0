"""The words around prices: what a page calls an old price, a discount, a tax; in many languages."""

import re
from collections.abc import Mapping

# Role → its words and phrases in lower case. Where words of several roles meet, the first role counts.
_ROLES: Mapping[str, str] = {
    # Amounts that are no price of the thing: savings, postage, thresholds, deposits, instalments.
    "no price": """
save, saving, savings, you save, off, discount, discounted by, less, rebate, cashback, cash back, voucher,
coupon, coupons, credit, spare, sie sparen, ersparnis, gespart, rabatt, nachlass, gutschein, économisez,
économie, remise, réduction, ahorra, ahorras, ahorro, descuento, risparmi, risparmia, sconto, korting,
bespaar, je bespaart, rabat, spar, spara, du sparar, säästä, sleva, ušetříte, zniżka, oszczędzasz, скидка,
экономия, desconto, economize, economia, kedvezmény, indirim, shipping, delivery, postage, p&p, handling,
freight, versand, versandkosten, zzgl versand, lieferung, livraison, frais de port, envío, gastos de envío,
frete, spedizione, verzending, verzendkosten, frakt, porto, doprava, wysyłka, доставка, kargo, orders, order,
over, above, spend, mindestbestellwert, deposit, kaution, pfand, caution, gift card, points, reward, rewards,
fee, fees, bid, bids, budget, finance, financing, apr, down, due, installment, installments, payment, payments, instalments,
rate, rates, raten, cuotas, parcelas, sin interés, sem juros, shipped, tip, donate, raised, pledged, worth,
win, prize, loan, limit, trade-in,
lowest price, last 30 days, niedrigster preis, niedrigster, letzten 30 tage, prix le plus bas, precio más bajo,
prezzo più basso, laagste prijs, lägsta pris, laveste pris, nejnižší cena, najniższa cena, najnižšia cena, legalacsonyabb
""",
    # The price once more, in another currency.
    "about": """
about, approx, approximately, circa, ca, roughly, around, env, environ, ungefähr, ≈, ~, aprox, около
""",
    "without tax": """
ex vat, excl vat, exc vat, excluding vat, ex gst, excl gst, excl, exkl, ex, ex tax, excl tax, excluding tax,
plus vat, before tax, ht, h.t, hors taxe, hors taxes, zzgl, exkl mwst, zzgl mwst, netto, net, sin iva,
sem iva, iva esclusa, + iva, più iva, excl btw, ex btw, eks moms, exkl moms, ex moms, bez dph, bez vat,
без ндс, áfa nélkül, fără tva
""",
    "with tax": """
inc vat, incl vat, including vat, inc gst, incl gst, inc, incl, including tax, inc tax, incl tax, with vat,
ttc, t.t.c, inkl, inkl mwst, brutto, gross, con iva, com iva, iva inclusa, iva incl, incl btw, inkl moms,
med moms, s dph, vč dph, z vat, sis alv, с ндс, áfával, cu tva, kdv dahil
""",
    "from": """
from, starting at, starting from, starts at, as low as, ab, à partir de, a partir de, dès, desde, da,
a partire da, vanaf, från, fr, fra, alkaen, od, už od, от, від, başlayan, at least, mulai, mulai dari, tól,
từ, de la, από
""",
    # Two-edged words stand where shops use them most: "regular price" is old beside another.
    "old": """
was, were, old, reg, regular, regularly, list, list price, rrp, srp, msrp, uvp, statt, instead of, before,
orig, original, originally, retail, compare at, compared to, avant, au lieu de, prix conseillé, prix barré,
ancien prix, antes, precio anterior, precio original, prima, invece di, anziché, listino, prezzo consigliato,
era, van, voor deze, adviesprijs, før, førpris, förr, tidigare, ord, ord pris, ordinarie pris, ordinarie,
rek pris, vejl, veil, norm, norm hinta, normaalihinta, původní, původní cena, běžná cena, běžně, stara cena,
poprzednia cena, cena regularna, cena katalogowa, старая цена, было, вместо, стара ціна, eski fiyat,
liste fiyatı, unverb preisempf, bisher, vorher, regulär, regulärer, normaler preis, normalpreis, habitual, habituel, prix normal, precio normal, prezzo normale, originalpreis, sugerido, precio de lista,
preço antigo, eredeti ár, régi ár, preț vechi, prp, pvp, pvpr, mrp, m.r.p,
manufacturer's suggested retail price, giá cũ, harga asli, harga normal, sebelum
""",
    "at most": """
up to, under, below, less than, at most, bis zu, jusqu'à, hasta, fino a, upp till, op til
""",
    "now": """
now, sale, sale price, special, special price, today, our price, your price, you pay, final price,
deal price, jetzt, nur, jetzt nur, aktuell, maintenant, prix actuel, ahora, ora, adesso, oggi, nu, voor, nå,
nyt, nyní, teraz, akciós, сейчас, новая цена, por, promo, promotion, offer, angebot, sonderpreis, soldes,
oferta, offerta, aanbieding, tilbud, erbjudande, tarjous, akce, promocja, акция, indirimli, only,
current price
""",
}
# The same for scripts that put no spaces between words: these are found inside others.
_UNSPACED = {
    "no price": "割引|优惠|할인(?!가)|送料|运费|배송비|ポイント",
    "without tax": "税抜|税別|不含税",
    "with tax": "税込|含税",
    "old": "原价|定価|通常価格|市场价|정가|参考価格",
    "now": "販売価格|现价|售价|판매가|할인가|セール価格|特价",
}
ROLES = tuple(_ROLES)


def _words(table: str) -> list[str]:
    return [word.strip() for word in re.split(r"[,\n]", table) if word.strip()]


PHRASES: Mapping[str, int] = {
    phrase: rank
    for rank, role in reversed(list(enumerate(ROLES)))
    for phrase in _words(_ROLES[role])
}
UNSPACED = tuple((ROLES.index(role), re.compile(pattern)) for role, pattern in _UNSPACED.items())
# Words that may stand beside a number without any sign of a currency, so that it still is a price.
LABELS = frozenset(
    _words("""
price, prices, our, your, the, sale, list, retail, cost, costs, total, subtotal, amount, regular, unit, each,
only, just, now, was, today, final, current, msrp, rrp, srp, mrp, uvp, base, starting, at, from, preis,
preise, nur, ab, prix, precio, prezzo, prijs, vanaf, pris, cena, hinta, preço, valor, fiyat, fiyatı, цена,
стоимость, ціна, ár, preț, harga, giá, τιμή, incl, inc, including, vat, tax, gst, mwst, inkl, tva, iva, btw,
moms, dph, ttc
""")
)
UNSPACED_LABELS = re.compile("価格|价格|가격|税込|판매가|約")
FREE = frozenset(
    _words("""
free, free of charge, no charge, gratis, kostenlos, umsonst, gratuit, gratuite, gratuito, gratuita, grátis, gratuït,
zdarma, za darmo, ilmainen, ingyenes, ingyen, бесплатно, безкоштовно, безплатно, ücretsiz, bedava, δωρεάν, 無料, 免费,
免費, 무료, miễn phí
""")
)
RANGE = re.compile(
    r"[.,]?\s*(?:-|–|—|~|to|bis|à|a|al|till|til|do|до|tot|až|ile|hingga|đến)\s*", re.IGNORECASE
)
AND = re.compile(r"\s*(?:and|und|et|y|e|en|och|og|и|і|a)\s*", re.IGNORECASE)
BETWEEN = re.compile(
    r"\b(?:between|zwischen|entre|tra|tussen|mellan|mellem|между|mezi)\b", re.IGNORECASE
)
# What is said of postage beside a price is no reason to mistake the price for postage.
POSTAGE = re.compile(
    r"(?:\bzzgl|\bplus|\+|\bexcl|\bexkl|\binkl|\bincl?|\bfree(?: \w+){0,3}|\bhors|\bmás|\bexcluding|\bincluding|\bohne|\bgratis|&|\bwith|\bex|\bkostenloser|\bdarmowa)"
    r"[.:]? *(?:free |der )?(?:shipping|versand\w*|delivery|livraison|lieferung|postage|frakt|envío|spedizione|verzending|verzendkosten|doprava|dostawa|p&p)"
    r"(?: gratuite?)?|(?:livraison|envío|frete|spedizione) (?:gratuite?|gratis|grátis|offerte|gratuita)",
)
PERCENT = re.compile(
    r"(?:\b(?:save|up to|extra|sie sparen|spare|you save|discount|rabatt|sconto|économisez|ahorra)[ :]*)?[-–]? ?(?:[0-9]+(?:[.,][0-9]+)? ?%|% ?[0-9]+)"
    r"(?:[ -]*(?:off|discount|rabatt|korting|sconto|dto|de réduction|descuento|de descuento|sleva|rabat|reduziert|gespart|saved))?",
    re.IGNORECASE,
)
# "10% off $50" says neither the old price nor the new one.
SHARE_OF = re.compile(
    r"% ?(?:off|rabatt|on|auf|sur|de réduction sur|korting op|di sconto su) ?[^\s0-9]{0,3} ?[0-9]",
    re.IGNORECASE,
)
SEVERAL_FOR = re.compile(
    r"(?:^|[^0-9.,])[0-9]+ ?(?:x|×|for|für|pour|por|för|za|за|/|@|para|per|cuotas de|rates of|payments of|payments|instalments of|installments of|raten zu|raten à|st för|stk)"
    r"(?: de| of| zu)? ?$"
)
FOR_SEVERAL = re.compile(r" ?(?:for|für|pour|x|×|por|för) ?[0-9]")
OFF = re.compile(
    r" ?(?:off|rabatt|discount|korting|de réduction|de descuento|di sconto|gespart|saved)(?![^\W\d_])"
)
FROM_BEHIND = re.compile(r" ?(?:起|から|より|부터|~|〜|～|-tól|-től|от)")
MAGNITUDES: Mapping[str, int] = {
    "k": 10**3, "K": 10**3, "tsd": 10**3, "Tsd": 10**3, "тыс": 10**3, "тис": 10**3, "rb": 10**3, "ribu": 10**3, "mil": 10**3,
    "M": 10**6, "m": 10**6, "mn": 10**6, "mio": 10**6, "Mio": 10**6, "million": 10**6, "millions": 10**6, "Million": 10**6,
    "Millionen": 10**6, "млн": 10**6, "mln": 10**6, "jt": 10**6, "juta": 10**6, "triệu": 10**6,
    "B": 10**9, "bn": 10**9, "billion": 10**9, "Billion": 10**9, "млрд": 10**9, "tỷ": 10**9, "tỉ": 10**9,
    "lakh": 10**5, "lakhs": 10**5, "Lakh": 10**5, "Lakhs": 10**5, "lac": 10**5, "Lac": 10**5, "Lacs": 10**5, "L": 10**5,
    "crore": 10**7, "crores": 10**7, "Crore": 10**7, "Cr": 10**7, "cr": 10**7,
    "万": 10**4, "萬": 10**4, "만": 10**4, "亿": 10**8, "億": 10**8, "억": 10**8,
}  # fmt: skip
