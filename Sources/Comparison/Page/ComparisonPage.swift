internal import FoundationEssentials

/// Writes `results.json` and `index.html`, which carries everything in itself but the video.
struct ComparisonPage {
    private let report: ComparisonReport
    private let folder: String

    init(report: ComparisonReport, folder: String) {
        self.report = report
        self.folder = folder
    }

    func write() throws {
        try WholeFile.write(try Self.json(report, .prettyPrinted), to: "\(folder)/results.json")
        let page = try FileWriter.create("\(folder)/index.html")
        // AudioSamples is megabytes: it goes straight to the file, piece by piece.
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

    private func writeResults(to page: borrowing FileWriter) throws {
        // "</script" within a string would end the element.
        let text = String(decoding: try Self.json(PageDocument(report), []), as: UTF8.self)
        try page.write(text.replacing("<", with: "\\u003c"))
    }

    private func writeMedia(to page: borrowing FileWriter) throws {
        for rendering in report.rates.flatMap(\.renderings) {
            let audio = PageAudio.file(for: rendering)
            for file in [rendering.spectrogram, rendering.waveform, audio] {
                let bytes = try WholeFile.read("\(folder)/\(file)")
                try page.write("<script type=\"text/plain\" id=\"media:\(file)\">")
                try page.write(Array(Data(bytes).base64EncodedData()))
                try page.write("</script>\n")
            }
            try WholeFile.remove("\(folder)/\(audio)")
        }
    }

    private static func json(_ document: some Encodable, _ formatting: JSONEncoder.OutputFormatting) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = formatting.union([.sortedKeys, .withoutEscapingSlashes])
        return try encoder.encode(document)
    }
}

/// The page's own files, which are built into the program, so that it can be put anywhere.
enum PageResource {
    /// In the order in which they need each other.
    static var scripts: String {
        [
            PackageResources.media_js, PackageResources.deck_js, PackageResources.trial_js,
            PackageResources.video_js, PackageResources.view_js, PackageResources.main_js,
        ].map(text).joined(separator: "\n")
    }

    static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}

/// A text with places to fill: `{{name}}`.
enum PageTemplate {
    enum Part: Equatable {
        case text(String)
        case place(String)
    }

    static func parts(of template: String) -> [Part] {
        var parts: [Part] = []
        for (index, piece) in template.split(separator: "{{", omittingEmptySubsequences: false).enumerated() {
            let halves = piece.split(separator: "}}", maxSplits: 1, omittingEmptySubsequences: false)
            if index > 0, halves.count == 2 {
                parts += [.place(String(halves[0])), .text(String(halves[1]))]
            } else {
                parts.append(.text(String(piece)))
            }
        }
        return parts
    }
}
