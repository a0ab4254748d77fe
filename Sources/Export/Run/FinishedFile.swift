internal import Files

/// Changes a file that libavformat has finished: it gets what that does not write.
enum FinishedFile {
    /// Writes something into it.
    ///
    /// - Parameters:
    ///   - what: What is written, for the error: "the metadata".
    ///   - write: Writes it, and says whether the file took it.
    /// - Throws: `ExportError`: `.noSpace` or `.writing` where the system refuses it; `.fault` where the file does not take it, as an index that is
    ///   not the last box does not. What was to be in a file is not left out of it without a word.
    static func writing(_ what: String, _ write: () throws(FileError) -> Bool) throws(ExportError) {
        let isWritten: Bool
        do throws(FileError) {
            isWritten = try write()
        } catch {
            throw ExportError(error.isFull ? .noSpace : .writing, "cannot write \(what): \(error.reason)")
        }
        guard isWritten else { throw ExportError(.fault, "the finished file does not take \(what)") }
    }
}
