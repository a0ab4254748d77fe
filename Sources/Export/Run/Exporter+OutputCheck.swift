internal import Files

extension Exporter {
    /// Checks that a run may write to a path, if what is there may be replaced: it is none of the clips, and no folder. Nothing is
    /// written.
    ///
    /// - Parameter path: Of the result.
    /// - Throws: ``ExportError``: `.outputIsInput`, `.outputNotCreated`.
    public func checkOutput(_ path: String) throws(ExportError) {
        do {
            try OutputFile.check(path, inputs: inputFiles(besides: path), overwrites: true)
        } catch {
            throw ExportError(error)
        }
    }

    /// The files that a run reads and must not replace.
    func inputFiles(besides path: String) -> [String] { plan.inputs.map { $0.file(besides: path) } }
}
