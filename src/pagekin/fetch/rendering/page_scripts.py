"""The scripts that pagekin itself runs in pages, and the words that they look for."""

# Before any script of the page: what would lead past us or would not come back is not there.
PREPARE = """
delete window.RTCPeerConnection;
delete window.webkitRTCPeerConnection;
Object.defineProperty(Navigator.prototype, 'onLine', {get: () => true});
window.open = () => null;
"""
# What changes when the page does.
STATE = """() => [
    document.readyState, location.href, document.getElementsByTagName('*').length,
    document.body ? document.body.textContent.length : 0]"""
# Shadow roots are part of what people see, so they are part of the page: as templates, as HTML has it.
CONTENT = """longest => {
    const shadows = [];
    const look = root => {
        for (const element of root.querySelectorAll('*'))
            if (element.shadowRoot) { shadows.push(element.shadowRoot); look(element.shadowRoot); }
    };
    look(document);
    const type = document.doctype ? new XMLSerializer().serializeToString(document.doctype) : '';
    const top = document.documentElement;
    let html = top.outerHTML;
    if (shadows.length)
        html = top.cloneNode(false).outerHTML.replace(/<[/]html>$/i, '')
            + top.getHTML({shadowRoots: shadows}) + '</html>';
    return html.length > longest ? null : type + html;
}"""
# Goes down to the end of the page and of what can be scrolled in it, and presses "load more" where it says so.
MORE = """words => {
    const scrolled = [...document.querySelectorAll('body *')].filter(element =>
        element.scrollHeight > element.clientHeight + 50
        && /auto|scroll/.test(getComputedStyle(element).overflowY));
    for (const element of [document.scrollingElement, ...scrolled])
        element?.scrollTo(0, element.scrollHeight);
    const longer = new RegExp('^(?:' + words.join('|') + ')', 'i');
    const pressed = [...document.querySelectorAll('button, [role=button], a:not([href]), a[href^="#"]')]
        .filter(element => !element.closest('form') && !element.disabled && element.offsetParent
            && longer.test(element.textContent.trim()))
        .pop();
    pressed?.click();
}"""
# What buttons that make a list longer begin with, as regular expressions.
MORE_WORDS = (
    "load more",
    "show more",
    "view more",
    "see more",
    "more (?:results|products|items|articles)",
    "mehr (?:laden|anzeigen)",
    "weitere (?:laden|anzeigen|ergebnisse|produkte|artikel)",
    "(?:voir|afficher|charger) plus",
    "(?:ver|mostrar|cargar) más",
    "(?:ver|mostrar|carregar) mais",
    "(?:mostra|carica) altri",
    "(?:meer|toon meer) (?:laden|tonen)",
    "(?:visa|läs in) fler",
    "(?:załaduj|pokaż) więcej",
    "(?:показать|загрузить) (?:ещё|еще)",
    "もっと見る",
    "加载更多",
    "더 ?보기",
)
