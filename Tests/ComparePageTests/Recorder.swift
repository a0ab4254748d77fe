/// Listens at the page's mixer, and explains what it heard.
enum Recorder {
    /// An audio worklet hears every sample, whatever the machine is doing; it sends each block with its place on the
    /// audio clock.
    static let script = """
        (async () => {
          const { deck, context } = comparison;
          const source = `registerProcessor("tap", class extends AudioWorkletProcessor {
            process([input]) {
              if (input.length > 0) this.port.postMessage({ start: currentFrame, samples: input[0].slice() });
              return true;
            }
          })`;
          await context.audioWorklet.addModule(`data:text/javascript,${encodeURIComponent(source)}`);
          const tap = new AudioWorkletNode(context, "tap", { channelCount: 1, channelCountMode: "explicit" });
          const blocks = [];
          tap.port.onmessage = ({ data }) => blocks.push(data);
          deck.output.connect(tap);
          tap.connect(context.destination);
          let played = null;
          const play = deck.play.bind(deck);
          deck.play = () => {
            play();
            played = { frame: Math.round(deck.startedAt * context.sampleRate), offset: deck.offset };
          };
          window.recorder = {
            // Which renderings were heard alone, block by block, in order; how many samples no mix of two of them explains; and how
            // many samples were not heard at all.
            async compare(deck, indices) {
              await new Promise((resolve) => setTimeout(resolve, 200));
              const rate = context.sampleRate;
              const channels = indices.map((index) => ({ ...deck.channels[index] }));
              const offset = Math.round(played.offset * rate);
              const fade = Math.ceil(Deck.fade * rate);
              const end = Math.round(deck.offset * rate) - offset;
              const pieces = [];
              let [unexplained, missing] = [0, 0];
              let expected = null;
              for (const { start, samples } of blocks) {
                if (start + samples.length <= played.frame || start > played.frame + end) continue;
                if (expected !== null && start !== expected) missing += Math.abs(start - expected);
                expected = start + samples.length;
                const alone = new Set(indices);
                samples.forEach((sample, index) => {
                  const place = start + index - played.frame;
                  if (place < fade || place > end - rate / 10) return;
                  const shown = channels.map(({ buffer, level }) => buffer.getChannelData(0)[place + offset] * level);
                  const tolerance = 1e-5;
                  for (const one of indices) if (Math.abs(shown[one] - sample) > tolerance) alone.delete(one);
                  const [low, high] = [Math.min(...shown) - tolerance, Math.max(...shown) + tolerance];
                  if (sample < low || sample > high) unexplained += 1;
                });
                const [one] = alone;
                if (alone.size === 1 && pieces.at(-1) !== one) pieces.push(one);
              }
              return { pieces, unexplained, missing };
            },
          };
        })()
        """
}
