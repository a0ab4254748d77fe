/** Makes the clip's video follow the audio. Only the video is corrected, never the audio. */
class VideoFollower {
  /** In seconds. Above `tolerance` the speed of the video is changed; above `limit` it seeks. */
  static tolerance = 0.02;
  static limit = 0.25;

  constructor(figure, video, note) {
    this.figure = figure;
    this.video = video;
    this.note = note;
    video.addEventListener("error", () => {
      if (!video.getAttribute("src")) return;
      video.hidden = true;
      note.textContent = `This browser does not play ${video.getAttribute("src")}.`;
    });
  }

  load(address) {
    this.figure.hidden = !address;
    this.video.hidden = false;
    this.note.textContent = "";
    if (address) this.video.src = address;
    else this.video.removeAttribute("src");
  }

  /** Called for every frame of the page. */
  follow(position, isPlaying) {
    const { video } = this;
    if (this.figure.hidden || video.hidden || video.readyState < 1 || video.seeking) return;
    const end = Number.isFinite(video.duration) ? video.duration : position;
    const lag = Math.min(position, end) - video.currentTime;
    if (!isPlaying || position >= end) {
      if (!video.paused) video.pause();
      if (Math.abs(lag) > VideoFollower.tolerance) video.currentTime += lag;
      return;
    }
    if (Math.abs(lag) > VideoFollower.limit) video.currentTime += lag;
    video.playbackRate = Math.abs(lag) < VideoFollower.tolerance ? 1 : Math.min(1.1, Math.max(0.9, 1 + lag));
    if (video.paused) video.play().catch(() => {});
  }
}
