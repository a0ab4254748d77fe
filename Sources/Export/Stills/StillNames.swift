internal import FFmpeg
internal import MediaTime
internal import PathNames

/// The names of the files of stills: they sort by time, and say which frame it is. Where the clip's own name is so long that none could be
/// given, its end is left out.
struct StillNames: Sendable {
    private let stem: String
    private let ending: String
    /// How many digits a frame's number has.
    private let width: Int

    init(_ plan: StillPlan, format: StillFormat) {
        let images = plan.media.images.map(\.names.stem)
        stem = images.map { $0.isEmpty ? "images" : $0 } ?? PathName.stem(of: plan.media.path)
        ending = format.endings[0]
        width = max(6, "\(plan.frameCount)".count)
    }

    /// `clip-000360-00h00m01.500s.png`: the clip, the frame's number, and an instant at which it is shown.
    func name(of still: Still) -> String {
        let number = "\(still.number)"
        let clock = still.label.split(separator: ":")
        let time = "\(clock[0])h\(clock[1])m\(clock[2])s"
        return name("\(String(repeating: "0", count: max(0, width - number.count)))\(number)-\(time)")
    }

    /// What a file's name may have at most, in bytes (`NAME_MAX`).
    private static let mostBytes = 255

    /// The clip's name, as much of it as there is room for, and what is behind it.
    private func name(_ rest: String) -> String {
        let rest = "-\(rest).\(ending)"
        var stem = stem
        while stem.pathBytes.count - 1 + rest.utf8.count > Self.mostBytes, stem.popLast() != nil {}
        return stem + rest
    }

    /// `clip-sheet.png`.
    var sheet: String { name("sheet") }
}
