/// `sdtp`: how samples depend on each other (ISO/IEC 14496-12, 8.6.4).
package struct SampleDependencyBox: BoxContent {
    package static let types: [BoxType] = ["sdtp"]

    /// A byte for each sample, in decoding order. Bits 2 and 3 say whether others depend on it: 1 yes, 2 no.
    package var samples: [UInt8]

    package init?(_ box: MovieBox) {
        var reader = ByteReader(box.payload)
        guard reader.versionAndFlags() != nil else { return nil }
        samples = Array(reader.rest)
    }

    package func write(into writer: inout ByteWriter) {
        writer.fullBox("sdtp") { $0.append(samples) }
    }
}
