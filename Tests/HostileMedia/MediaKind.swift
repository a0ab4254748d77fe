/// A kind of file that is made, and then damaged: a container with the codecs that people have in it.
struct MediaKind: Hashable {
    /// The ending of its files, and its name.
    let name: String
    /// What `ffmpeg` makes of the test picture, the test sound and the chapters.
    fileprivate let options: [String]

    fileprivate init(_ name: String, _ options: String) {
        self.name = name
        self.options = options.split(separator: " ").map(String.init)
    }

    /// Every kind.
    static let all = [
        MediaKind("mp4", "-map 0 -map 1 -c:v libx264 -bf 2 -g 12 -c:a aac -f mp4"),
        MediaKind(
            "fragmented.mp4",
            "-map 0 -map 1 -c:v libx264 -g 6 -c:a aac -movflags frag_keyframe+empty_moov -f mp4"
        ),
        MediaKind("mov", "-map 0 -map 1 -c:v mpeg4 -g 6 -c:a pcm_s16le -timecode 01:00:00:00 -f mov"),
        MediaKind(
            "hevc.mov",
            "-map 0 -map 1 -c:v libx265 -x265-params log-level=none:pools=1 -tag:v hvc1 -c:a aac -f mov"
        ),
        MediaKind("mkv", "-map 0 -map 1 -map 2 -c:v libx264 -g 12 -c:a flac -c:s srt -f matroska"),
        MediaKind("live.mkv", "-map 0 -map 1 -c:v ffv1 -c:a libopus -live 1 -f matroska"),
        MediaKind("webm", "-map 0 -map 1 -c:v libvpx -g 12 -c:a libvorbis -f webm"),
        MediaKind("ts", "-map 0 -map 1 -c:v libx264 -bf 2 -g 12 -c:a aac -f mpegts"),
        MediaKind(
            "mts",
            "-map 0 -map 1 -c:v libx264 -flags +ildct+ilme -x264opts tff -c:a ac3 -mpegts_m2ts_mode 1 -f mpegts"
        ),
        MediaKind("avi", "-map 0 -map 1 -c:v mpeg4 -bf 2 -g 12 -c:a libmp3lame -f avi"),
        MediaKind("mjpeg.avi", "-map 0 -map 1 -c:v mjpeg -pix_fmt yuvj420p -c:a pcm_u8 -f avi"),
        MediaKind("flv", "-map 0 -map 1 -c:v flv -g 12 -ar 22050 -c:a libmp3lame -f flv"),
        MediaKind("mpg", "-map 0 -map 1 -c:v mpeg2video -r 25 -bf 2 -g 12 -c:a mp2 -f mpeg"),
        MediaKind("ogv", "-map 0 -map 1 -c:v libtheora -c:a libvorbis -f ogg"),
        MediaKind("3gp", "-map 0 -map 1 -c:v h263 -s 128x96 -c:a aac -f 3gp"),
        MediaKind("asf", "-map 0 -map 1 -c:v wmv2 -c:a wmav2 -f asf"),
        MediaKind("mxf", "-map 0 -map 1 -c:v mpeg2video -r 25 -c:a pcm_s16le -ar 48000 -f mxf"),
        MediaKind("nut", "-map 0 -map 1 -c:v mpeg4 -bf 2 -c:a pcm_s16le -f nut"),
        MediaKind("wav", "-map 1 -c:a pcm_s16le -f wav"),
        MediaKind("w64", "-map 1 -c:a pcm_s24le -f w64"),
        MediaKind("aiff", "-map 1 -c:a pcm_s16be -f aiff"),
        MediaKind("caf", "-map 1 -c:a pcm_f32le -f caf"),
        MediaKind("flac", "-map 1 -c:a flac -f flac"),
        MediaKind("m4a", "-map 1 -c:a aac -f ipod"),
        MediaKind("mp3", "-map 1 -c:a libmp3lame -f mp3"),
        MediaKind("aac", "-map 1 -c:a aac -f adts"),
        MediaKind("ogg", "-map 1 -c:a libvorbis -f ogg"),
        MediaKind("opus", "-map 1 -c:a libopus -f ogg"),
        MediaKind("y4m", "-map 0 -frames:v 6 -f yuv4mpegpipe"),
        MediaKind("gif", "-map 0 -frames:v 6 -f gif"),
        MediaKind("ivf", "-map 0 -c:v libvpx -f ivf"),
        MediaKind("h264", "-map 0 -c:v libx264 -bf 2 -g 12 -f h264"),
        MediaKind("hevc", "-map 0 -c:v libx265 -x265-params log-level=none:pools=1 -f hevc"),
    ]
}

extension MediaKind {
    /// The bytes of an undamaged clip of 0.8 s, the same in every run.
    func bytes(in scratch: Scratch) throws -> [UInt8] {
        let path = scratch.file("whole.\(name)")
        let chapters = ";FFMETADATA1\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=0\nEND=400\ntitle=One\n"
        let subtitles = "1\n00:00:00,100 --> 00:00:00,500\nHello\n"
        let inputs = [
            "-f", "lavfi", "-i", "testsrc2=s=96x64:r=30:d=0.8",
            "-f", "lavfi", "-i", "sine=f=440:r=44100:d=0.8",
            "-i", try scratch.write(Array(subtitles.utf8), to: "subtitles.srt"),
            "-i", try scratch.write(Array(chapters.utf8), to: "chapters.txt"), "-map_chapters", "3",
        ]
        let exact = ["-threads", "1", "-flags", "+bitexact", "-fflags", "+bitexact"]
        let command = ["ffmpeg", "-nostdin", "-v", "error", "-y"] + inputs + exact + options + [path]
        let outcome = try LimitedProcess(command, in: scratch, limits: .none).run()
        guard outcome.ending == .exited(0) else { throw HarnessError("ffmpeg cannot make \(name): \(outcome.errors)") }
        return try Scratch.bytes(of: path)
    }
}
