/// The spectra of the last frames, before they were turned.
///
/// Where the rate is a half, a third or a quarter, the source as much earlier as the frame before lies in the target is what an
/// earlier frame showed, to the sample: it need not be analysed again. Only frames under the whole window are remembered.
struct RecentSpectra: ~Copyable {
    /// As many as a rate of 1/4 looks back.
    private static let count = 4

    private final class Entry {
        let spectra: ChannelSpectra
        var source: SourcePosition?

        init(size: Int, channelCount: Int) {
            spectra = ChannelSpectra(size: size, channelCount: channelCount)
        }
    }

    private let entries: [Entry]
    private var oldest = 0

    init(size: Int, channelCount: Int) {
        entries = (0..<Self.count).map { _ in Entry(size: size, channelCount: channelCount) }
    }

    func forget() {
        for entry in entries { entry.source = nil }
    }

    /// Remembers the spectra of a frame under the whole window, centred on a position of the source.
    mutating func remember(_ spectra: borrowing ChannelSpectra, around centre: SourcePosition) {
        entries[oldest].source = centre
        entries[oldest].spectra.copy(spectra)
        oldest = (oldest + 1) % entries.count
    }

    /// Writes what was remembered of exactly this position to `spectra`; `false` where nothing was.
    func recall(around centre: SourcePosition, into spectra: borrowing ChannelSpectra) -> Bool {
        let entry = entries.first { $0.source?.whole == centre.whole && $0.source?.fraction == centre.fraction }
        guard let entry else { return false }
        spectra.copy(entry.spectra)
        return true
    }
}
