/**
 * The options of an export that the page offers, in groups. No DOM. `choices` makes a list; `isFlag` a box to tick; `isList`
 * several texts; all else is typed: `hint` is an example that fits into the field, `forms` are all forms. The command line is what counts: the server says what is wrong with a value.
 */
const codecs = ["h264", "hevc", "vp9", "av1", "ffv1", "mjpeg", "prores", "prores:hq"];

export const groups = [
  {
    title: "Made for",
    options: [
      { name: "for", label: "Purpose", choices: ["social", "phone", "editing", "archive"] },
      { name: "frame-rate", label: "Frame rate", hint: "e.g. 30, 29.97", suggestions: ["source", "24", "25", "30", "50", "60", "passthrough"] },
      { name: "in-between", label: "Where no frame is", choices: ["nearest", "blend", "motion"] },
      { name: "conform", label: "Every frame, so many a second", hint: "e.g. 30" },
      { name: "capture-rate", label: "Captured frames a second", hint: "measured", forms: "240, 29.97; it is measured where nothing is said" },
      { name: "repeat", label: "Played so many times", hint: "e.g. 3" },
      { name: "boomerang", label: "There and back", isFlag: true },
    ],
  },
  {
    title: "Frame",
    options: [
      { name: "size", label: "Size", hint: "e.g. 1080p, 50%", forms: "1280x720, 1080p, 50%" },
      { name: "fit", label: "Fit", choices: ["fit", "fill", "stretch", "pad"] },
      { name: "crop", label: "Crop", hint: "e.g. 9:16", forms: "9:16, 1080x1080+420+0" },
      { name: "rotate", label: "Turn", choices: ["90", "180", "270"] },
      { name: "flip", label: "Mirror", choices: ["horizontal", "vertical"] },
      { name: "deinterlace", label: "Deinterlace", choices: ["auto", "on", "off"] },
      { name: "stabilise", label: "Steady", choices: ["light", "medium", "strong"] },
      { name: "hdr", label: "High dynamic range", choices: ["keep", "sdr"] },
      { name: "filter", label: "Filters", hint: "e.g. eq=contrast=1.1" },
    ],
  },
  {
    title: "Upon the frame",
    options: [
      { name: "zoom", label: "Zoom", hint: "e.g. 2s..4s@2", forms: "2s..4s@2, 2s..4s@1..3 at 0.4,0.5", isList: true },
      { name: "text", label: "Text", hint: "e.g. Attempt 2", forms: "Attempt 2, Attempt 2 at top-right", isList: true },
      { name: "burn", label: "Facts", hint: "e.g. timecode,rate", forms: "timecode,rate,frame" },
    ],
  },
  {
    title: "Video",
    options: [
      { name: "video-codec", label: "Video codec", choices: codecs },
      { name: "quality", label: "Quality", hint: "e.g. 20", forms: "A number of the codec's own scale: 20" },
      { name: "encoder-preset", label: "Encoder preset", hint: "e.g. slow" },
      { name: "plays", label: "How often the image plays", hint: "e.g. forever, 3", suggestions: ["forever", "1", "3"] },
      { name: "timecode", label: "Timecode", hint: "e.g. 01:00:00:00" },
    ],
  },
  {
    title: "Audio",
    options: [
      { name: "audio-codec", label: "Audio codec", choices: ["aac", "opus", "flac", "vorbis", "pcm"] },
      { name: "snap", label: "The nearest rate that the pitch can have", isFlag: true },
      { name: "mute-reversed", label: "Silent where it runs backwards", isFlag: true },
    ],
  },
  {
    title: "Correctness",
    options: [
      { name: "exact", label: "Keep no frame outside of the part", isFlag: true },
      { name: "lossless-only", label: "Refuse to encode frames", isFlag: true },
      { name: "strict", label: "Refuse damaged clips", isFlag: true },
      { name: "verify", label: "Check the result by its", choices: ["index", "decode", "none"] },
    ],
  },
];
