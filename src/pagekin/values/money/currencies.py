"""Currencies: which ones a sign, abbreviation or word can stand for, and their small coins.

CLDR's signs are in `currency_table`; here is what pages write besides.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pagekin.values.money.currency_table import TABLE
from pagekin.values.plain import word_set

_TABLE = [line.split() for line in TABLE.splitlines()]
CODES = frozenset(code for code, *_ in _TABLE)
_DECIMALS = {code: int(decimals) for code, decimals, *_ in _TABLE}

# Codes that are also words or abbreviations in capitals ("TOP 10", "ALL 4", "RON 95"): they count only
# where the page's country pays with them, or where the number is written as money is.
WORDLIKE_CODES = word_set(
    "ALL ANG BAM BOB COP CUP ERN FRF GEL ITL LAK MAD MOP NIO PEN RON SHP SOS SRD TOP TRY VES"
)

_ALSO_LOWER = word_set("EUR USD GBP CHF SEK NOK DKK PLN CZK HUF AUD INR JPY CNY BRL")
_DOLLARS = "USD CAD AUD NZD MXN ARS CLP COP SGD HKD TWD UYU DOP JMD TTD BBD BSD BZD BMD KYD XCD FJD GYD LRD NAD SBD SRD BND CUP ZWG"

# Sign → the currencies it may stand for, where CLDR lacks the sign or some of the currencies. "=XXX" is
# what it stands for where the page does not say.
_SIGNS = f"""
$|=USD {_DOLLARS}
U$S US-$ U$D USD$|USD
CAD$ CDN$ Cdn$ CAN$ Can$ $CA $CAD $CDN|CAD
C$|=CAD CAD NIO
A$ AU$ AUD$ $AU $AUD|AUD
NZ$ NZD$ $NZ|NZD
HKD$ $HK|HKD
NT$ NTD NTD$ TW$|TWD
S$ SG$ SGD$|SGD
MX$ Mex$ MEX$ MXN$ M$|MXN
AR$ ARS$|ARS
CLP$ CL$ Ch$|CLP
COL$ CO$ COP$|COP
$U UY$ UYU$|UYU
J$ JA$ JMD$|JMD
TT$|TTD
Bds$ BDS$|BBD
BZ$|BZD
BS$|BSD
EC$|XCD
FJ$|FJD
GY$ G$|GYD
N$|NAD
L$|LRD
B$|=BND BND BSD
CI$ KY$|KYD
£|=GBP GBP EGP GIP FKP SHP SSP SYP LBP SDG
UK£ GB£ £GB|GBP
E£ LE L.E. L.E ج.م جنيه|EGP
LL L.L. ل.ل|LBP
¥|JPY CNY
JP¥ 円|JPY
CN¥ RMB 元 人民币 人民幣|CNY TWD HKD MOP
圓 圆|TWD CNY HKD
Rs Rs. RS. RS ₨ Re re|INR PKR LKR NPR MUR SCR
රු රු|LKR
रु रु. रू रू. रु॰|INR NPR
Tk Tk. TK ৳.|BDT
kr kr. Kr Kr. KR KR. -kr|SEK NOK DKK ISK
krónur króna|ISK
kronor|SEK
kroner|NOK DKK
zł. zl zl. złotych złote złoty|PLN
Kč. kč Kc kc|CZK
Ft Ft. FT forint|HUF
lei Lei LEI|RON MDL
лв ЛВ лева|BGN
руб руб. р. ₽ р рублей рубля Р|RUB BYN
Br бел.руб бел.|BYN ETB
грн грн. ГРН|UAH
тг тг. тенге|KZT
лари ლ|GEL
դր. դրամ драм|AMD
манат ман.|AZN
сум so'm so‘m сўм|UZS
дин дин. din din. dinara|RSD
КМ KM|BAM
ден|MKD
lekë Lek lek|ALL
kn kn.|HRK
Fr Fr. sFr sFr. SFr SFr. SFR Frs Frs.|CHF
TL TL.|TRY
ש"ח ש״ח NIS ש'ח|ILS
د.إ د.إ. Dhs Dhs. DHS درهم|AED MAD
ر.س ر.س. SR SR. ريال ﷼|SAR QAR OMR YER IRR
ر.ق QR QR.|QAR
ر.ع|OMR
د.ك KD K.D.|KWD
د.ب BD|BHD
د.ا د.أ JD|JOD
د.م. د.م DH Dh dh|MAD AED
د.ت DT|TND
د.ج DA دج|DZD
ريال|IRR YER
บาท|THB
đ Đ VNĐ vnđ đồng|VND
원|KRW
Php PhP P|PHP
Rp Rp. rp|IDR
RM|MYR
Ks ks|MMK
GH¢ GHC ₵|GHS
KSh KSh. Ksh. KSH|KES
Tsh TSH TSh.|TZS
Ush USH Shs|UGX
FCFA CFA F.CFA|XOF XAF
CFP F.CFP|XPF
R|ZAR
S/.|PEN
Bs Bs.|BOB VES
Bs.F Bs.D|VES
Gs|PYG
Q Q.|GTQ
L L. Lps Lps.|HNL
G G. Gdes|HTG
K|PGK ZMW MMK
щ.д. щ.д|USD
Kz|AOA
MT|MZN
EURO Euro euro euros Euros|EUR
dollars dollar Dollars|=USD {_DOLLARS}
pounds pound|GBP
yen|JPY
rubles roubles|RUB
rupees|INR PKR LKR NPR MUR
"""

# Coins: how many make one unit, and which currencies have them.
_COINS = f"""
¢|100|=USD {_DOLLARS}
p pence|100|GBP
c|100|{_DOLLARS} EUR ZAR
ct ct. Ct Ct. Cent centimes|100|EUR
cent cents|100|=USD {_DOLLARS} EUR
gr|100|PLN
коп коп.|100|RUB UAH
øre|100|NOK DKK
öre|100|SEK
"""
# Too short or too common to stand for money unless the page's country pays with it.
ONLY_AT_HOME = word_set(
    "R P Q L L. G G. K M$ LE LL MT DA DT BD JD SR QR KD KM КМ den din ks Ks c gr Br р Р lek Re re FT L$ G$ Fr Fr. Gs Bs den ден din. BS$"
)
# Currencies in whose prices nobody writes decimals: a separator before three digits groups thousands.
# In some that have no coins by law, pages write decimals all the same; in others, which have, they do not.
WITHOUT_DECIMALS = frozenset(
    code for code, decimals in _DECIMALS.items() if not decimals
) - word_set("AFN ALL ESP IQD ITL KPW LBP MGA RSD SOS SYP YER") | word_set(
    "COP HUF IDR KHR MNT UZS"
)
# Currencies whose unit has a thousand parts, so that three decimals are right.
THREE_DECIMALS = frozenset(code for code, decimals in _DECIMALS.items() if decimals == 3) | {"IQD"}


@dataclass(frozen=True, slots=True)
class Meaning:
    """The currencies that a sign may stand for; `usual` is the one meant where nothing else is known."""

    currencies: frozenset[str]
    usual: str


def _meaning(words: Sequence[str]) -> Meaning:
    if words[0].startswith("="):
        return Meaning(frozenset(words[1:]), words[0][1:])
    return Meaning(frozenset(words), words[0] if len(words) == 1 else "")


def _signs() -> dict[str, Meaning]:
    official: dict[str, list[str]] = {}
    for code, _, *written in _TABLE:
        for sign in written:
            official.setdefault(sign, []).append(code)
    signs = {sign: _meaning(codes) for sign, codes in official.items()}
    for line in _SIGNS.strip().splitlines():
        names, currencies = line.rsplit("|", 1)
        signs |= dict.fromkeys(names.split(), _meaning(currencies.split()))
    signs |= {code: _meaning([code]) for code in CODES}
    signs |= {code.lower(): _meaning([code]) for code in _ALSO_LOWER}
    return signs


def _coins() -> dict[str, tuple[int, Meaning]]:
    coins: dict[str, tuple[int, Meaning]] = {}
    for line in _COINS.strip().splitlines():
        names, number, currencies = line.split("|")
        coins |= dict.fromkeys(names.split(), (int(number), _meaning(currencies.split())))
    return coins


SIGNS: Mapping[str, Meaning] = _signs()
COINS: Mapping[str, tuple[int, Meaning]] = _coins()
