public import MediaTime
internal import Programs

/// Another program that stretches audio, with the options that are fairest to it.
public enum Peer: String, CaseIterable, Sendable {
    /// Rubber Band's program: its finer engine, with both channels kept together.
    case rubberBand = "rubberband"
    /// SoundTouch's program.
    case soundTouch = "soundstretch"
    /// SoX: its tempo effect, as set for music.
    case sox
    /// FFmpeg: its atempo filter.
    case ffmpeg

    /// Those that are installed: their programs are in a folder of `PATH`.
    public static var installed: [Peer] { allCases.filter { ProgramSearch.path(of: $0.rawValue) != nil } }

    /// The rates that it plays.
    private var rates: ClosedRange<PlaybackRate> {
        switch self {
        case .rubberBand: PlaybackRate(1, 32)...PlaybackRate(32)
        case .soundTouch: PlaybackRate(1, 20)...PlaybackRate(32)
        case .sox: PlaybackRate(1, 10)...PlaybackRate(32)
        case .ffmpeg: PlaybackRate(1, 32)...PlaybackRate(32)
        }
    }

    /// Whether it plays a rate.
    public func plays(_ rate: PlaybackRate) -> Bool { rates.contains(rate) }

    /// The words that run it.
    ///
    /// - Parameters:
    ///   - path: The program.
    ///   - rate: Source time ÷ target time; one that it plays.
    ///   - input: A WAV.
    ///   - output: The WAV to write.
    /// - Returns: The program, and its arguments.
    func words(_ path: String, at rate: PlaybackRate, from input: String, to output: String) -> [String] {
        let speed = rate.approximation
        return switch self {
        case .rubberBand: [path, "-3", Self.option("centre-focus"), "-q", "-t", "\(1 / speed)", input, output]
        case .soundTouch: [path, input, output, "-tempo=\((speed - 1) * 100)"]
        case .sox: [path, "-D", input, "-b", "24", output, "tempo", "-m", "\(speed)"]
        case .ffmpeg:
            [path, "-nostdin", "-v", "error", "-i", input, "-af", Self.tempo(speed), "-c:a", "pcm_s24le", output]
        }
    }

    private static func option(_ name: String) -> String { "--\(name)" }

    /// One filter plays half speed at the slowest. Above double speed it leaves samples out.
    private static func tempo(_ speed: Double) -> String {
        var rest = speed
        var filters: [String] = []
        while rest < 0.5 {
            filters.append("atempo=0.5")
            rest *= 2
        }
        while rest > 2 {
            filters.append("atempo=2.0")
            rest /= 2
        }
        return (filters + ["atempo=\(rest)"]).joined(separator: ",")
    }
}
