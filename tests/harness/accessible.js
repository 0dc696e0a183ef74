// Injected beside axe. Its contrast rule takes four fifths of its time, and most text of a page looks like other text of it.

const MARK = 'data-one-of-its-look';
const PLACED = 'placed';
let elements = [];

// The looks of text on this page, and in `elements` one element of each: the same colours, size and weight on the same backgrounds
// have the same contrast, also on another page. Null: a look that is this page's own.
function looksOfThePage() {
  const behind = new Map([[null, '']]);
  const backgrounds = element => {
    if (!behind.has(element)) {
      const style = getComputedStyle(element);
      const own = [style.backgroundColor, style.backgroundImage, style.opacity, style.filter, style.mixBlendMode];
      // What is placed elsewhere may lie on anything: it is looked at for itself.
      if (!['static', 'relative'].includes(style.position)) own.push(`${PLACED} ${behind.size}`);
      const plain = own.join() === 'rgba(0, 0, 0, 0),none,1,none,normal';
      behind.set(element, backgrounds(element.parentElement) + (plain ? '' : `|${own}`));
    }
    return behind.get(element);
  };
  const found = new Map();
  for (const element of document.body.querySelectorAll('*')) {
    const written = [...element.childNodes].some(node => node.nodeType === Node.TEXT_NODE && node.data.trim());
    if (!(written || element.matches('input, select, textarea')) || !element.checkVisibility()) continue;
    const style = getComputedStyle(element);
    const own = [style.color, style.fontSize, style.fontWeight, style.textShadow, element.matches(':disabled')];
    const look = `${backgrounds(element)}/${own}`;
    if (!found.has(look)) found.set(look, element);
  }
  elements = [...found.values()];
  return [...found.keys()].map(look => look.includes(PLACED) ? null : look);
}

// The faults that axe finds. `only`: a single rule, or '' for all; `places`: the looks whose contrast is measured, null for every text.
async function faultsOfThePage({ only, places }) {
  axe.configure({ rules: [{ id: 'color-contrast', selector: places ? `[${MARK}]` : '*' }] });
  const marked = (places ?? []).map(place => elements[place]);
  for (const element of marked) element.setAttribute(MARK, '');
  const options = { resultTypes: ['violations'], ...(only && { runOnly: [only] }) };
  try {
    return (await axe.run(document, options)).violations;
  } finally {
    for (const element of marked) element.removeAttribute(MARK);
  }
}
