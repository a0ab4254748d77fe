internal import Files
internal import MediaSyntax

/// Reads what the fragments of a movie hold, and where its last whole one ends.
struct MovieScan {
    /// By the tracks' numbers.
    private(set) var tracks: [UInt32: SampleIndex] = [:]
    /// Where the first fragment begins.
    private(set) var start: UInt64
    /// Where the last whole fragment ends; what comes after it was not written to its end.
    private(set) var end: UInt64

    /// Scans a file from where its fragments begin.
    ///
    /// - Complexity: O(number of samples); of the media themselves nothing is read.
    init(_ movie: BoxScanner<FileError>, from start: UInt64) throws(FileError) {
        self.start = start
        end = start
        var position = start
        var pending: MovieFragment?
        // A box without a size may go on beyond what was written of it.
        while let box = try movie.box(at: position), !box.isOpenEnded {
            switch box.type {
            case "moof":
                pending = try movie.read(box).flatMap { MovieFragment($0, at: position) }
            case "mdat":
                for run in pending?.runs ?? [] {
                    tracks[run.trackID, default: SampleIndex()].append(run.samples, at: run.time, offset: run.offset)
                }
                pending = nil
                end = box.range.upperBound
            default:
                break
            }
            position = box.range.upperBound
        }
    }
}
