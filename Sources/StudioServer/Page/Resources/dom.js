/** Small helpers for the document. */
export const byId = (id) => document.getElementById(id);

/** Makes an element: `element("li", { className: "row" }, child, "text")`. Names with a hyphen, and `role`, become attributes. */
export function element(name, properties = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key.includes("-") || key === "role") made.setAttribute(key, value);
    else made[key] = value;
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

const svgSpace = "http://www.w3.org/2000/svg";

/** Makes an element of SVG from attributes. */
export function shape(name, attributes, text) {
  const made = document.createElementNS(svgSpace, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== undefined) made.textContent = text;
  return made;
}

/** Runs `action` once things have been quiet for a while, in milliseconds. */
export function debounced(milliseconds, action) {
  let timer;
  return (...values) => {
    clearTimeout(timer);
    timer = setTimeout(() => action(...values), milliseconds);
  };
}

/** Runs `action` at most once a frame of the page. */
export function oncePerFrame(action) {
  let isWaiting = false;
  return () => {
    if (isWaiting) return;
    isWaiting = true;
    requestAnimationFrame(() => { isWaiting = false; action(); });
  };
}

/** Makes a canvas as large as its box in pixels of the device, and gives its context and the size in CSS pixels. */
export function fitted(canvas) {
  const { clientWidth: width, clientHeight: height } = canvas;
  const scale = window.devicePixelRatio || 1;
  const [across, down] = [Math.round(width * scale), Math.round(height * scale)];
  if (canvas.width !== across || canvas.height !== down) Object.assign(canvas, { width: across, height: down });
  const context = canvas.getContext("2d");
  context.setTransform(scale, 0, 0, scale, 0, 0);
  context.clearRect(0, 0, width, height);
  return { context, width, height };
}

/** The value of a property of the style sheet. */
export const property = (name) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();

/** A colour of the style sheet as the present scheme has it: a canvas does not know `light-dark()`. */
export function colour(name) {
  const probe = document.getElementById("announce");
  probe.style.color = `var(--${name})`;
  return getComputedStyle(probe).color;
}
