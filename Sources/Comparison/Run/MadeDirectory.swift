internal import Files
internal import FoundationEssentials

/// A directory that a comparison made.
enum MadeDirectory {
    /// Checks that the directory may be replaced: a comparison made all files in it, or it is empty.
    ///
    /// - Parameters:
    ///   - path: Where it is.
    ///   - name: What errors call it.
    /// - Throws: ``ComparisonError`` with the code `outputNotReplaceable`, which says why it may not.
    static func check(_ path: String, calling name: String) throws(ComparisonError) {
        let files = DirectoryTree.files(in: path)
        if files.isEmpty { return }
        guard let bytes = try? SmallFile.bytes(of: "\(path)/results.json", atMost: .max),
            let report = try? JSONDecoder().decode(Mark.self, from: Data(bytes)),
            report.generator == ComparisonReport.generator
        else {
            throw ComparisonError(.outputNotReplaceable, "\(name) exists already, and no comparison made it")
        }
        if let foreign = Set(files).subtracting(report.files).min() {
            throw ComparisonError(.outputNotReplaceable, "\(name) holds a file that no comparison made: \(foreign)")
        }
    }

    private struct Mark: Decodable {
        var generator: String
        var files: [String]
    }
}
