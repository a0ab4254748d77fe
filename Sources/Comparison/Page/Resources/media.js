/** The files that the page holds: base64 in script elements that are not run, by name. */
const Media = {
  text(name) { return document.getElementById(`media:${name}`).textContent.trim(); },

  imageAddress(name) {
    const type = name.endsWith(".webp") ? "webp" : "png";
    return `data:image/${type};base64,${Media.text(name)}`;
  },

  bytes(name) {
    const binary = atob(Media.text(name));
    const bytes = new Uint8Array(binary.length);
    for (let index = 0; index < binary.length; index += 1) bytes[index] = binary.charCodeAt(index);
    return bytes.buffer;
  },
};
