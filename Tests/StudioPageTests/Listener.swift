/// Listens at what the page plays, before it reaches the audio device, and compares it with what the server has rendered.
enum Listener {
    /// An audio worklet of the test's own is connected to every one of the page's: it hears every sample, whatever the
    /// machine is doing. To be evaluated before anything plays.
    static let script = """
        (() => {
          const source = `registerProcessor("tap", class extends AudioWorkletProcessor {
            process([input]) {
              if (input.length > 0) this.port.postMessage(input[0].slice());
              return true;
            }
          })`;
          window.heard = [];
          const { addModule } = AudioWorklet.prototype;
          AudioWorklet.prototype.addModule = async function (address) {
            await addModule.call(this, `data:text/javascript,${encodeURIComponent(source)}`);
            return addModule.call(this, address);
          };
          // What the server has rendered, by algorithm: each piece where it belongs.
          window.renderings = {};
          const { fetch } = window;
          window.fetch = async (address, options) => {
            const answer = await fetch(address, options);
            if (answer.ok && String(address).includes("/sound?")) {
              const words = new URL(address, document.baseURI).searchParams;
              const samples = new Float32Array(await answer.clone().arrayBuffer());
              const rendering = (renderings[words.get("algorithm")] ??= new Map());
              samples.forEach((sample, index) => rendering.set(Number(words.get("from")) + index, sample));
            }
            return answer;
          };
          const { connect } = AudioNode.prototype;
          AudioNode.prototype.connect = function (...words) {
            if (this instanceof AudioWorkletNode && !this.isTap) {
              const tap = new AudioWorkletNode(this.context, "tap", { channelCount: 1, channelCountMode: "explicit" });
              tap.isTap = true;
              tap.port.onmessage = ({ data }) => heard.push(data);
              connect.call(this, tap);
            }
            return connect.apply(this, words);
          };
        })()
        """

    /// Follows what was heard through what the server has rendered, block by block: how far it came in the result (of how
    /// many samples), how many blocks are those of no rendering, and which algorithms were heard, in order.
    ///
    /// A block of silence while the sound goes on is one in which the page waited: nothing of the sound is lost by it. Of
    /// what is heard while one algorithm is faded into the other, some blocks are of neither.
    static let comparison = """
        (async () => {
          await new Promise((resolve) => setTimeout(resolve, 200));
          let [place, strange] = [0, 0];
          const algorithms = [];
          for (const block of heard) {
            if (block.every((sample) => sample === 0)) continue;
            const found = Object.keys(renderings).find((algorithm) =>
              block.every((sample, index) => sample === (renderings[algorithm].get(place + index) ?? 0)));
            if (found === undefined) strange += 1;
            else if (algorithms.at(-1) !== found) algorithms.push(found);
            place += block.length;
          }
          let length = 0;
          for (const rendering of Object.values(renderings)) {
            for (const key of rendering.keys()) length = Math.max(length, key + 1);
          }
          return { place, strange, algorithms, length };
        })()
        """
}
