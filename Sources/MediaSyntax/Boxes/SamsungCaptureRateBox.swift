/// `srfr`: the rate at which a phone of Samsung's captured slow motion. It lies in `moov/udta/smta`, and no document of
/// the maker describes it.
package struct SamsungCaptureRateBox: BoxContent {
    package static let types: [BoxType] = ["srfr"]

    /// Frames a second, in units of 1/65536.
    package var rate: UInt32

    package init?(_ box: MovieBox) {
        var reader = ByteReader(box.payload)
        guard let rate = reader.uint32() else { return nil }
        self.rate = rate
    }

    package func write(into writer: inout ByteWriter) {
        writer.box("srfr") { $0.uint32(rate) }
    }
}

extension BoxScanner {
    /// What a phone of Samsung's says of its slow motion; `nil` where the file is none of its.
    package func samsungCaptureRate() throws(Failure) -> SamsungCaptureRateBox? {
        guard let tags = try first("moov", "udta", "smta"), tags.content.count >= 4,
            // A version and flags stand before the boxes within.
            let box = try first("srfr", in: tags.content.dropFirst(4))
        else { return nil }
        return try content(of: box)
    }
}
