import TestSupport

/// When packets of video are presented by the container itself, as ffprobe reads it: our own reader mends some of that.
enum StoredTimes {
    /// Those of a file's first track of video, in its ticks, in the order of the file.
    static func ofVideo(in path: String) throws -> [Int64] {
        let words = ["-v", "error", "-select_streams", "v:0", "-show_entries", "packet=pts", "-of", "csv=p=0", path]
        let outcome = try RunningCommand(["ffprobe"] + words).wait()
        return outcome.output.split(separator: "\n").compactMap { Int64($0) }
    }
}
