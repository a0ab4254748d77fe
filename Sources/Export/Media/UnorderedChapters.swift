internal import FFmpeg
internal import MediaSyntax
internal import MediaTime

/// Chapters of a Matroska file, which may stand there in any order.
///
/// libavformat leaves out each that does not begin later than all before it.
struct UnorderedChapters {
    private let elements: [ChapterElement]
    /// When the file ends, on its own clock; `nil` where that is not known.
    private let end: RationalTime?

    private static let unit = TimeBase(1, 1_000_000_000)

    /// Chapters of a file that ends then.
    init(_ elements: [ChapterElement], end: RationalTime?) {
        self.elements = elements.filter { $0.start <= UInt64(Int64.max) }.sorted { $0.start < $1.start }
        self.end = end
    }

    /// The chapters that libavformat has read, or all of the file where there are more. One that does not say when it ends, does so where
    /// the next one begins.
    func insteadOfFewer(_ read: [ChapterInfo]) -> [ChapterInfo] {
        guard elements.count > read.count else { return read }
        let last = end.flatMap { try? $0.ticks(over: Self.unit.denominator, rounding: .nearest) } ?? .max
        // For each, when the next one begins that begins later.
        var (nexts, next, later) = ([Int64](), last, Int64?.none)
        for element in elements.reversed() {
            let start = Int64(element.start)
            if later.map({ start < $0 }) ?? true { (next, later) = (later ?? last, start) }
            nexts.append(next)
        }
        return zip(elements.indices, nexts.reversed()).map { index, next in
            let start = Int64(elements[index].start)
            let stated = elements[index].end.flatMap { Int64(exactly: $0) }
            return ChapterInfo(
                timeBase: Self.unit,
                start: start,
                end: max(start, stated.flatMap { $0 >= start ? $0 : nil } ?? next),
                metadata: elements[index].title.map { [MetadataEntry(key: "title", value: $0)] } ?? []
            )
        }
    }
}
