/// A chapter; `start` and `end` are ticks of `timeBase`.
package struct ChapterInfo: Hashable, Sendable {
    package var timeBase: TimeBase
    package var start: Int64
    package var end: Int64
    package var metadata: [MetadataEntry]

    package init(timeBase: TimeBase, start: Int64, end: Int64, metadata: [MetadataEntry]) {
        self.timeBase = timeBase
        self.start = start
        self.end = end
        self.metadata = metadata
    }
}
