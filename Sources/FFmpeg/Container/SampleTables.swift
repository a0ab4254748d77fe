package import MediaSyntax

/// What a track of MP4 or MOV says of its packets, beside libavformat's index of them.
package struct SampleTables: Sendable {
    /// How much later packets are presented than decoded, in ticks; empty where all are presented when they are decoded.
    package let offsets: [RunLength<Int32>]
    /// A byte for each packet, of which others depend on it (`sdtp`); empty where nothing is said.
    package let dependencies: [UInt8]
    /// Whether payloads are read, because the muxer looks into them.
    package let readsPayloads: Bool

    package init(offsets: [RunLength<Int32>], dependencies: [UInt8], readsPayloads: Bool) {
        self.offsets = offsets
        self.dependencies = dependencies
        self.readsPayloads = readsPayloads
    }
}
