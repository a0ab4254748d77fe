internal import PathNames

/// The data of the page: the report, as texts that it shows.
struct PageDocument: Encodable {
    let name: String
    let facts: String
    /// What the page plays in place of the renderings.
    let hearing: String
    let sampleRate: Int
    /// What the axis of the spectrograms names.
    let frequencies: [Frequency]
    let metrics: [Column]
    let rates: [Rate]

    struct Column: Encodable {
        let label: String
        let unit: String
        let explanation: String
        /// Which figures are better, in words.
        let aim: String
        let part: String
        let isHeadline: Bool
    }

    struct Frequency: Encodable {
        /// In kilohertz.
        let label: String
        /// From 0 at the bottom to 1 at the top.
        let height: Double
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
        /// One for each metric: whether no other rendering is better.
        let isBest: [Bool]
    }

    init(_ report: ComparisonReport) {
        name = PathName.last(of: report.input)
        let channels = report.channels == 1 ? "mono" : report.channels == 2 ? "stereo" : "\(report.channels) channels"
        facts = "\(Figure.text(report.durationSeconds, decimals: 3)) s, \(report.sampleRate) Hz, \(channels)"
        hearing =
            "You hear Opus at \(AudioFile.Coding.opusBitRate(channelCount: report.channels) / 1000) kbit/s; "
            + "the WAV files beside this page are the renderings themselves."
        sampleRate = report.sampleRate
        let scale = SpectrogramScale(sampleRate: report.sampleRate)
        frequencies = scale.ticks.map { frequency in
            Frequency(
                label: Figure.text(frequency / 1000, decimals: frequency < 1000 ? 1 : 0),
                height: scale.height(of: frequency)
            )
        }
        let metrics = Metric.all
        self.metrics = metrics.map { metric in
            Column(
                label: metric.label,
                unit: metric.unit,
                explanation: metric.explanation,
                aim: metric.aim.words,
                part: metric.part.rawValue,
                isHeadline: metric.isHeadline
            )
        }
        rates = report.rates.map { rate in
            let best = metrics.map { $0.best(among: rate.renderings) }
            return Rate(
                label: "Rate \(rate.rate)",
                video: rate.video,
                notes: rate.notes,
                renderings: rate.renderings.enumerated().map { place, rendering in
                    Rendering(
                        name: rendering.name,
                        audio: PageAudio.file(for: rendering),
                        spectrogram: rendering.spectrogram,
                        waveform: rendering.waveform,
                        matchingGainDecibels: rendering.matchingGainDecibels,
                        figures: metrics.map { $0.text(of: rendering) },
                        isBest: best.map { $0.contains(place) }
                    )
                }
            )
        }
    }
}
