/** As much of a browser's document as drawing a page takes: what is there can be looked up and touched, nothing is laid out. */

type Listener = (event: object) => void;

class Node {
  parentNode: Element | null = null;
  readonly ownerDocument = document;
  constructor(
    readonly nodeType: number,
    readonly nodeName: string,
  ) {}

  get siblings(): Node[] {
    return this.parentNode?.childNodes ?? [];
  }
  get nextSibling(): Node | null {
    return this.siblings[this.siblings.indexOf(this) + 1] ?? null;
  }
  remove(): void {
    this.parentNode?.removeChild(this);
  }
}

class Text extends Node {
  constructor(public data: string) {
    super(3, "#text");
  }
  get textContent(): string {
    return this.data;
  }
}

export class Element extends Node {
  readonly childNodes: Node[] = [];
  readonly attributes = new Map<string, string>();
  readonly style: Record<string, unknown> = { setProperty: () => undefined };
  private readonly listeners = new Map<string, Listener>();

  constructor(
    name: string,
    readonly namespaceURI: string,
  ) {
    super(1, name);
  }

  get localName(): string {
    return this.nodeName;
  }
  get firstChild(): Node | null {
    return this.childNodes[0] ?? null;
  }
  get children(): Element[] {
    return this.childNodes.filter((child) => child instanceof Element);
  }
  get textContent(): string {
    return this.childNodes.map((child) => (child as Text | Element).textContent).join("");
  }
  insertBefore(child: Node, before: Node | null): Node {
    child.remove();
    const place = before ? this.childNodes.indexOf(before) : -1;
    this.childNodes.splice(place < 0 ? this.childNodes.length : place, 0, child);
    child.parentNode = this;
    return child;
  }
  appendChild(child: Node): Node {
    return this.insertBefore(child, null);
  }
  removeChild(child: Node): Node {
    this.childNodes.splice(this.childNodes.indexOf(child), 1);
    child.parentNode = null;
    return child;
  }
  contains(other: Node | null): boolean {
    return other !== null && (other === this || this.contains(other.parentNode));
  }
  setAttribute(name: string, value: unknown): void {
    this.attributes.set(name, String(value));
  }
  getAttribute(name: string): string | null {
    return this.attributes.get(name) ?? null;
  }
  removeAttribute(name: string): void {
    this.attributes.delete(name);
  }
  addEventListener(type: string, listener: Listener): void {
    this.listeners.set(type, listener);
  }
  removeEventListener(type: string): void {
    this.listeners.delete(type);
  }
  getBoundingClientRect(): object {
    return { left: 0, top: 0, width: 800, height: 600 };
  }
  showModal(): void {
    this.setAttribute("open", "");
  }
  close(): void {
    this.listeners.get("close")?.call(this, { type: "close", target: this });
  }
  click(): void {
    this.listeners.get("click")?.call(this, { type: "click", target: this, preventDefault: () => undefined });
  }

  /** Everything inside that has an attribute, of this value where one is given. */
  all(attribute: string, value?: string): Element[] {
    return this.children.flatMap((child) => {
      const own = child.getAttribute(attribute);
      const fits = own !== null && (value === undefined || own === value);
      return [...(fits ? [child] : []), ...child.all(attribute, value)];
    });
  }
  /** The one thing inside with this attribute. */
  one(attribute: string, value?: string): Element {
    const found = this.all(attribute, value);
    if (found.length !== 1) throw new Error(`${found.length} with ${attribute}=${value ?? "…"}`);
    return found[0]!;
  }
}

const document = {
  createElementNS: (namespace: string, name: string) => new Element(name, namespace),
  createElement: (name: string) => new Element(name, ""),
  createTextNode: (data: string) => new Text(data),
  documentElement: { lang: "en" },
  addEventListener: () => undefined,
  activeElement: null,
};

class NoObserver {
  observe(): void {}
  disconnect(): void {}
}

Object.assign(globalThis, {
  document,
  ResizeObserver: NoObserver,
  matchMedia: () => ({ matches: false, addEventListener: () => undefined }),
  requestAnimationFrame: (run: () => void) => setTimeout(run, 0),
  cancelAnimationFrame: (id: ReturnType<typeof setTimeout>) => clearTimeout(id),
  WebSocket: { OPEN: 1 },
});
