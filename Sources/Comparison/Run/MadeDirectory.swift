internal import Files
internal import FoundationEssentials

/// A directory that a comparison made.
enum MadeDirectory {
    /// Whether it may be replaced: a comparison made it, and nobody has put anything else there. An empty one may be,
    /// too.
    ///
    /// - Throws: an error that says what stands in the way.
    static func check(_ path: String) throws(OutputFileError) -> Bool {
        let files = DirectoryTree.files(in: path)
        if files.isEmpty { return true }
        guard let bytes = try? SmallFile.bytes(of: "\(path)/results.json", atMost: .max),
            let report = try? JSONDecoder().decode(Mark.self, from: Data(bytes)),
            report.generator == ComparisonReport.generator
        else {
            throw OutputFileError(.exists, "\(path) exists already, and no comparison made it")
        }
        if let foreign = Set(files).subtracting(report.files).min() {
            throw OutputFileError(.exists, "\(path) holds a file that no comparison made: \(foreign)")
        }
        return true
    }

    private struct Mark: Decodable {
        var generator: String
        var files: [String]
    }
}
