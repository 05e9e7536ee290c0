"""Currencies: how many decimals they have, and how their own countries write them.

Written by tools/generate_tables.py; changes belong there.
"""

BABEL = "2.18.0"  # whose data this is
TABLE = """\
AED 2 د.إ.
AFN 0 ؋
ALL 0 Lekë
AMD 2 ֏
AOA 2
ARS 2 $
AUD 2 $
AWG 2 Afl.
AZN 2 ₼
BAM 2
BBD 2 $
BDT 2 ৳
BGN 2 лв.
BHD 3 د.ب.
BIF 0 FBu
BMD 2 $
BND 2 $
BOB 2
BRL 2 R$
BSD 2 $
BTN 2 Nu.
BWP 2
BYN 2
BZD 2 $
CAD 2 $ CA$
CDF 2
CHF 2
CLF 4
CLP 0 $
CNY 2 ¥
COP 2 $
CRC 2 ₡
CUC 2
CUP 2 $
CVE 2
CZK 2 Kč
DEM 2
DJF 0 Fdj
DKK 2 kr.
DOP 2 RD$
DZD 2 د.ج.
EGP 2 ج.م.
ERN 2 Nfk
ESP 0
ETB 2 ብር
EUR 2 €
FJD 2 $
FKP 2 £
FRF 2
GBP 2 £
GEL 2 ₾
GHS 2 GH₵
GIP 2 £
GMD 2
GNF 0
GTQ 2
GYD 2 $
HKD 2 HK$
HNL 2
HRK 2
HTG 2
HUF 2
IDR 2
ILS 2 ₪
INR 2 ₹
IQD 0 د.ع.
IRR 0 ریال
ISK 0 kr.
ITL 0
JMD 2 $
JOD 3 د.أ.
JPY 0 ￥
KES 2 Ksh
KGS 2 сом
KHR 2 ៛
KMF 0
KPW 0
KRW 0 ₩
KWD 3 د.ك.
KYD 2 $
KZT 2 ₸
LAK 0 ₭
LBP 0 ل.ل.
LKR 2 Rs. රු.
LRD 2 $
LSL 2
LYD 3 د.ل.
MAD 2 د.م.
MDL 2
MGA 0
MKD 2 den ден.
MMK 0
MNT 2 ₮
MOP 2 MOP$
MRU 2 أ.م.
MUR 2
MVR 2 ރ.
MWK 2
MXN 2 $
MYR 2
MZN 2 MTn
NAD 2 $
NGN 2 ₦
NIO 2 C$
NOK 2
NPR 2 नेरू
NZD 2 $
OMR 3 ر.ع.
PAB 2 B/.
PEN 2 S/
PGK 2
PHP 2 ₱
PKR 2
PLN 2 zł
PYG 0 Gs. ₲
QAR 2 ر.ق.
RON 2
RSD 0
RUB 2 ₽
RWF 0
SAR 2 ر.س.
SBD 2 $
SCR 2
SDG 2 ج.س.
SEK 2
SGD 2 $
SHP 2 £
SLE 2
SOS 0
SRD 2 $
SSP 2 £
STN 2
SYP 0 ل.س.
SZL 2
THB 2 ฿
TJS 2
TMT 2
TND 3 د.ت.
TOP 2 T$
TRY 2 ₺
TTD 2 $
TWD 2 $
TZS 2 TSh
UAH 2 ₴
UGX 0 USh
USD 2 $ $US US$
UYU 2 $
UZS 2 soʻm
VES 2 Bs.S
VND 0 ₫
VUV 0
WST 2 WS$
XAF 0 FCFA
XCD 2 $
XCG 2 Cg.
XOF 0
XPF 0 FCFP
YER 0 ر.ي.
ZAR 2
ZMW 2
ZWG 2
ZWL 2
"""
