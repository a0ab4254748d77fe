/** What is carried in the page itself: base64 in inert script elements, by name. */
const Media = {
  text(name) { return document.getElementById(`media:${name}`).textContent.trim(); },

  imageAddress(name) { return `data:image/png;base64,${Media.text(name)}`; },

  bytes(name) {
    const binary = atob(Media.text(name));
    const bytes = new Uint8Array(binary.length);
    for (let index = 0; index < binary.length; index += 1) bytes[index] = binary.charCodeAt(index);
    return bytes.buffer;
  },
};
