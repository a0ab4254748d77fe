internal import Video4Linux

/// Who answers a driver's three questions about formats: a driver, or a list that was taken down from one.
///
/// Each gives the entry at an index, and `nil` after the last.
protocol FormatLister {
    func format(at index: Int) throws(CaptureError) -> FormatDescription?
    func sizes(at index: Int, of code: UInt32) throws(CaptureError) -> FrameSizes?
    func intervals(at index: Int, of code: UInt32, size: FrameSize) throws(CaptureError) -> FrameIntervals?
}

extension FormatLister {
    /// All formats with their sizes and rates.
    ///
    /// Where sizes lie on a grid, the rates are asked for at its ends, at the sizes in common use, and at those that
    /// somebody is interested in.
    ///
    /// - Complexity: O(number of entries) questions.
    func formats(including interesting: [FrameSize] = []) throws(CaptureError) -> [CaptureFormat] {
        var formats: [CaptureFormat] = []
        for index in 0..<EntryLimit.formats {
            guard let format = try format(at: index) else { break }
            formats.append(
                CaptureFormat(
                    code: FourCharacterCode(rawValue: format.code),
                    description: format.description,
                    isCompressed: format.isCompressed,
                    isEmulated: format.isEmulated,
                    sizes: try sizes(of: format.code, including: interesting)
                )
            )
        }
        return formats
    }

    private func sizes(of code: UInt32, including interesting: [FrameSize]) throws(CaptureError) -> [CaptureSize] {
        var sizes: [CaptureSize] = []
        for index in 0..<EntryLimit.sizes {
            guard let entry = try self.sizes(at: index, of: code) else { break }
            switch entry {
            case .discrete(let width, let height):
                let size = FrameSize(width: Int(width), height: Int(height))
                sizes.append(CaptureSize(size: size, ranges: try ranges(of: code, size)))
            case .stepwise(let width, let height):
                let grid = SizeGrid(width, height)
                for size in grid.samples(including: interesting) {
                    sizes.append(CaptureSize(size: size, grid: grid, ranges: try ranges(of: code, size)))
                }
            }
        }
        return sizes
    }

    private func ranges(of code: UInt32, _ size: FrameSize) throws(CaptureError) -> [FrameRateRange] {
        var ranges: [FrameRateRange] = []
        for index in 0..<EntryLimit.intervals {
            guard let entry = try intervals(at: index, of: code, size: size) else { break }
            guard let range = FrameRateRange(entry), !ranges.contains(range) else { continue }
            ranges.append(range)
        }
        return ranges
    }
}

/// How many entries are read of a list: drivers that ignore the index never come to an end.
private enum EntryLimit {
    static let formats = 256
    static let sizes = 512
    static let intervals = 512
}

extension SizeGrid {
    init(_ width: FrameSizes.Steps, _ height: FrameSizes.Steps) {
        self.init(
            minimum: FrameSize(width: Int(width.minimum), height: Int(height.minimum)),
            maximum: FrameSize(width: Int(width.maximum), height: Int(height.maximum)),
            step: FrameSize(width: Int(width.step), height: Int(height.step))
        )
    }

    /// The largest, the smallest, what is in common use, and what is of interest, each once and the largest first.
    func samples(including interesting: [FrameSize]) -> [FrameSize] {
        let inner = (interesting + Self.common).filter(contains)
        return Set([maximum, minimum] + inner).sorted { ($0.area, $0.width) > ($1.area, $1.width) }
    }

    private static let common = [
        (320, 240), (640, 360), (640, 480), (1280, 720), (1920, 1080), (3840, 2160),
    ].map { FrameSize(width: $0.0, height: $0.1) }
}
