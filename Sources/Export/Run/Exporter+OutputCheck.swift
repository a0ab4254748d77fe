internal import Files
internal import MediaFormats

extension Exporter {
    /// Checks what a run checks before it begins: that it may write to a path, and that no input is known to be damaged where that is
    /// refused. Nothing is written.
    ///
    /// - Parameters:
    ///   - path: Of the result.
    ///   - overwriting: Whether a file that is there may be replaced.
    /// - Throws: ``ExportError``: `.containerMismatch`, `.damaged`, `.outputExists`, `.outputIsInput`, `.outputNotPermitted`,
    ///   `.outputNotCreated`, as ``run(to:overwriting:cancellation:onProgress:)`` does.
    public func checkOutput(_ path: String, overwriting: Bool) throws(ExportError) {
        try checkRequest(path)
        do {
            try OutputFile.checkCreating(path, inputs: inputFiles(besides: path), overwrites: overwriting)
        } catch {
            throw ExportError(error)
        }
    }

    /// Throws where the ending of a path belongs to another container, and where an input is cut short and damage is refused.
    func checkRequest(_ path: String) throws(ExportError) {
        if let named = Container(forPath: path), named != plan.container {
            throw ExportError(
                .containerMismatch,
                "\(path) has the ending of \(named.rawValue), and the plan is for \(plan.container.rawValue)"
            )
        }
        if refusesDamage, let input = plan.inputs.first(where: { $0.truncation != nil }), let cut = input.truncation {
            throw ExportError(.damaged, "\(input.path) is \(cut)")
        }
    }

    /// The files that a run reads and must not replace.
    func inputFiles(besides path: String) -> [String] { plan.inputs.map { $0.file(besides: path) } }
}
