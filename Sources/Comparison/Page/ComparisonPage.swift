internal import Files
internal import FoundationEssentials

/// Writes `results.json` and `index.html`. The page holds everything itself, except the video.
struct ComparisonPage {
    private let report: ComparisonReport
    private let folder: String

    init(report: ComparisonReport, folder: String) {
        self.report = report
        self.folder = folder
    }

    func write() throws {
        try NewFile.create("\(folder)/results.json").write(Array(try Self.json(report, .prettyPrinted)))
        let page = try NewFile.create("\(folder)/index.html")
        // The audio has megabytes: it is written piece by piece.
        for part in PageTemplate.parts(of: PageResource.text(PackageResources.page_html)) {
            switch part {
            case .text(let text): try page.write(text)
            case .place("style"): try page.write(PageResource.text(PackageResources.style_css))
            case .place("scripts"): try page.write(PageResource.scripts)
            case .place("results"): try writeResults(to: page)
            case .place("media"): try writeMedia(to: page)
            case .place(let name): throw ComparisonError(.fault, "the page has no part \(name)")
            }
        }
    }

    private func writeResults(to page: borrowing NewFile) throws {
        // "</script" within a string would end the element.
        let text = String(decoding: try Self.json(PageDocument(report), []), as: UTF8.self)
        try page.write(text.replacing("<", with: "\\u003c"))
    }

    private func writeMedia(to page: borrowing NewFile) throws {
        for rendering in report.rates.flatMap(\.renderings) {
            let audio = PageAudio.file(for: rendering)
            for file in [rendering.spectrogram, rendering.waveform, audio] {
                let bytes = try SmallFile.bytes(of: "\(folder)/\(file)", atMost: .max)
                try page.write("<script type=\"text/plain\" id=\"media:\(file)\">")
                try page.write(Array(Data(bytes).base64EncodedData()))
                try page.write("</script>\n")
            }
            try NewFile.remove("\(folder)/\(audio)")
        }
    }

    private static func json(_ document: some Encodable, _ formatting: JSONEncoder.OutputFormatting) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = formatting.union([.sortedKeys, .withoutEscapingSlashes])
        return try encoder.encode(document)
    }
}
