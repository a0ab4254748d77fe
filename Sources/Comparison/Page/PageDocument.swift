/// The data of the page: the report, as texts that it shows.
struct PageDocument: Encodable {
    let name: String
    let facts: String
    let sampleRate: Int
    let metrics: [Column]
    let rates: [Rate]

    struct Column: Encodable {
        let label: String
        let unit: String
        let explanation: String
        let isHeadline: Bool
    }

    struct Rate: Encodable {
        let label: String
        let video: String?
        let notes: [String]
        let renderings: [Rendering]
    }

    struct Rendering: Encodable {
        let name: String
        /// The name of an embedded file; so are the next two.
        let audio: String
        let spectrogram: String
        let waveform: String
        let matchingGainDecibels: Double
        /// One for each metric; `nil` where it is not known.
        let figures: [String?]
    }

    init(_ report: ComparisonReport) {
        name = report.input.split(separator: "/").last.map(String.init) ?? report.input
        let channels = report.channels == 1 ? "mono" : report.channels == 2 ? "stereo" : "\(report.channels) channels"
        facts = "\(Figure.text(report.durationSeconds, decimals: 3)) s, \(report.sampleRate) Hz, \(channels)"
        sampleRate = report.sampleRate
        let metrics = Metric.all
        self.metrics = metrics.map { metric in
            Column(
                label: metric.label,
                unit: metric.unit,
                explanation: metric.explanation,
                isHeadline: metric.isHeadline
            )
        }
        rates = report.rates.map { rate in
            Rate(
                label: "Rate \(rate.rate)",
                video: rate.video,
                notes: rate.notes,
                renderings: rate.renderings.map { rendering in
                    Rendering(
                        name: rendering.name,
                        audio: PageAudio.file(for: rendering),
                        spectrogram: rendering.spectrogram,
                        waveform: rendering.waveform,
                        matchingGainDecibels: rendering.matchingGainDecibels,
                        figures: metrics.map { $0.text(of: rendering) }
                    )
                }
            )
        }
    }
}
