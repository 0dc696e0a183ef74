// Injected beside axe. Its contrast rule takes four fifths of its time, and most text of a page looks like other text of it.

// One element with text for each look: the same colours, size and weight on the same backgrounds have the same contrast.
function oneOfEachLook() {
  const behind = new Map([[null, '']]);
  const backgrounds = element => {
    if (!behind.has(element)) {
      const style = getComputedStyle(element);
      const own = [style.backgroundColor, style.backgroundImage, style.opacity, style.filter, style.mixBlendMode];
      // What is placed elsewhere may lie on anything: it is looked at for itself.
      if (!['static', 'relative'].includes(style.position)) own.push(behind.size);
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
  return [...found.values()];
}

// The faults that axe finds. `only`: a single rule, or '' for all; `everywhere`: contrast of every element.
async function faultsOfThePage({ only, everywhere }) {
  const mark = 'data-one-of-its-look';
  const looks = everywhere ? [] : oneOfEachLook();
  axe.configure({ rules: [{ id: 'color-contrast', selector: everywhere ? '*' : `[${mark}]` }] });
  for (const element of looks) element.setAttribute(mark, '');
  const options = { resultTypes: ['violations'], ...(only && { runOnly: [only] }) };
  try {
    return (await axe.run(document, options)).violations;
  } finally {
    for (const element of looks) element.removeAttribute(mark);
  }
}
