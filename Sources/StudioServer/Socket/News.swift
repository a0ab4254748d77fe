internal import FlyingFox
internal import Studio

/// What pages are told without having asked.
enum News {
    /// A text, and what it is about; `nil` for what pages need not know.
    static func text(of event: StudioSession.Event) -> (subject: String, text: String)? {
        switch event {
        case .clip(let clip): text(ClipNews(clip: ClipDocument(clip))).map { ("clip \(clip.id)", $0) }
        case .exports(let jobs):
            text(ExportNews(exports: jobs.map(ExportDocument.init))).map { ("exports", $0) }
        }
    }

    /// An error.
    static func text(of error: any Error) -> String {
        let known = error as? StudioError
        let status = known.map { Answer.status(of: $0.kind).code }
        return text(ErrorNews(message: known?.message ?? "\(error)", status: status)) ?? "{}"
    }

    private static func text(_ document: some Encodable) -> String? {
        (try? Answer.jsonBytes(document)).map { String(decoding: $0, as: UTF8.self) }
    }

    private struct ClipNews: Encodable {
        let clip: ClipDocument

        private enum CodingKeys: String, CodingKey { case type }

        func encode(to encoder: any Encoder) throws {
            try clip.encode(to: encoder)
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode("clip", forKey: .type)
        }
    }

    private struct ExportNews: Encodable {
        let type = "exports"
        let exports: [ExportDocument]
    }

    private struct ErrorNews: Encodable {
        let type = "error"
        let message: String
        /// That of the answer to a request.
        let status: Int?
    }
}
