internal import Files
internal import PathNames

/// Gives the files of a series names that there are not yet.
enum SeriesNames {
    /// Creates the next file, and the folders that it is in.
    ///
    /// Local time goes back in autumn, and clocks are set; a file whose name there is already gets a number: `120000-2.mp4`.
    ///
    /// - Parameters:
    ///   - pattern: how it is named.
    ///   - time: when it begins, in nanoseconds since 1970.
    ///   - number: the next; becomes the one after that which was taken. `nil` where nothing is known but the files that are
    ///     there: it is the one after the highest.
    /// - Returns: the file, which is empty.
    /// - Throws: `OutputFileError` where it cannot be created.
    static func create(
        _ pattern: NamePattern,
        at time: Int64,
        number: inout Int?
    ) throws(OutputFileError) -> GrowingFile {
        var next = number ?? first(of: pattern)
        var copy = 1
        while true {
            let path = FileEnding.path(pattern.path(at: time, number: next), copy: copy)
            try ParentDirectory.make(for: path)
            do throws(OutputFileError) {
                let file = try GrowingFile.create(path: path, overwrites: false)
                number = next + 1
                return file
            } catch {
                guard error.code == .exists else { throw error }
                if pattern.counts { next += 1 } else { copy += 1 }
            }
        }
    }

    /// One more than the highest number in the names of the series' files, whatever time they tell.
    private static func first(of pattern: NamePattern) -> Int {
        guard let finder = pattern.numberFinder else { return 1 }
        return (SeriesFolder.names(pattern).compactMap(finder.number).max() ?? 0) + 1
    }

    /// Checks that a file that began now could be created, without creating its folders.
    static func check(_ pattern: NamePattern) throws(OutputFileError) {
        try ParentDirectory.check(for: pattern.path(at: WallClock.nanoseconds, number: 1))
    }
}
