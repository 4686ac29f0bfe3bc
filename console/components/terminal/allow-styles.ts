let isAllowed = false

/**
 * Lets xterm.js style its screen. It writes rules into style elements and colours into style attributes of spans, which the
 * content security policy of the console forbids, because an attacker might write them too. From the first terminal on,
 * such elements go through the object model, which only scripts reach: rules into adopted sheets, colours into properties.
 */
export function allowStyles(): void {
  if (isAllowed) return
  isAllowed = true
  const create = document.createElement.bind(document)
  document.createElement = ((name: string, options?: ElementCreationOptions) => {
    if (name === 'style') return styleElement(create('data'))
    const element = create(name, options)
    return name === 'span' ? withStyleAttribute(element) : element
  }) as Document['createElement']
}

/** Stands where a style element would be; its text becomes a sheet that the document adopts, until it is removed. */
function styleElement(element: HTMLElement): HTMLElement {
  const sheet = new CSSStyleSheet()
  document.adoptedStyleSheets.push(sheet)
  Object.defineProperty(element, 'textContent', { set: (text) => sheet.replaceSync(String(text)) })
  element.remove = () => {
    Element.prototype.remove.call(element)
    const { adoptedStyleSheets } = document
    document.adoptedStyleSheets = adoptedStyleSheets.filter((one) => one !== sheet)
  }
  return element
}

function withStyleAttribute(element: HTMLElement): HTMLElement {
  element.setAttribute = (name: string, value: string) => {
    if (name === 'style') element.style.cssText = value
    else Element.prototype.setAttribute.call(element, name, value)
  }
  return element
}
