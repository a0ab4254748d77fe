/// `stsz`: how long each sample is (ISO/IEC 14496-12, 8.7.3.2).
package struct SampleSizeBox: BoxContent {
    package static let types: [BoxType] = ["stsz"]

    package enum Sizes: Hashable, Sendable {
        /// So many samples that are all as long, in bytes.
        case same(bytes: UInt32, count: UInt32)
        /// Each sample's bytes, in decoding order.
        case each([UInt32])
    }

    package var sizes: Sizes

    /// The shorter way to say some sizes in bytes.
    package init(sizes: [UInt32]) {
        if let first = sizes.first, first > 0, sizes.allSatisfy({ $0 == first }) {
            self.sizes = .same(bytes: first, count: UInt32(sizes.count))
        } else {
            self.sizes = .each(sizes)
        }
    }

    package init?(_ box: MovieBox) {
        var reader = ByteReader(box.payload)
        guard reader.versionAndFlags() != nil, let common = reader.uint32() else { return nil }
        if common > 0 {
            guard let count = reader.uint32() else { return nil }
            sizes = .same(bytes: common, count: count)
        } else {
            guard let each = reader.table(entrySize: 4, { $0.uint32() }) else { return nil }
            sizes = .each(each)
        }
    }

    /// Whether there are so many samples, all of so many bytes.
    func holds(_ number: Int, ofBytes length: UInt32) -> Bool {
        switch sizes {
        case .same(let bytes, let count): bytes == length && count == number
        case .each(let sizes): sizes.count == number && sizes.allSatisfy { $0 == length }
        }
    }

    package func write(into writer: inout ByteWriter) {
        writer.fullBox("stsz") { writer in
            switch sizes {
            case .same(let bytes, let count):
                writer.uint32(bytes)
                writer.uint32(count)
            case .each(let sizes):
                writer.uint32(0)
                writer.uint32(UInt32(sizes.count))
                for size in sizes { writer.uint32(size) }
            }
        }
    }
}
