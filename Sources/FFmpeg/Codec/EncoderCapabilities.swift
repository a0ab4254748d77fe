internal import CFFmpeg

/// What an encoder of this libavcodec accepts.
package struct EncoderCapabilities: Sendable {
    /// The pixel formats that it accepts; empty where it does not say.
    package let pixelFormats: [PixelFormat]
    /// The sample rates that it accepts, in hertz; empty where it does not say.
    package let sampleRates: [Int]

    /// Finds an encoder by its own name or by its codec's; `nil` where there is none.
    package init?(named name: String) {
        guard let codec = unsafe Self.find(name) else { return nil }
        pixelFormats = unsafe Self.list(codec.pointee.pix_fmts) { $0.rawValue == -1 }
            .compactMap { PixelFormat(rawValue: $0.rawValue) }
        sampleRates = unsafe Self.list(codec.pointee.supported_samplerates) { $0 == 0 }.map(Int.init)
    }

    /// The sample rate itself where the encoder accepts it, or else the next higher one, or else its highest.
    package func nearestSampleRate(to rate: Int) -> Int {
        if sampleRates.isEmpty || sampleRates.contains(rate) { return rate }
        return sampleRates.filter { $0 > rate }.min() ?? sampleRates.max() ?? rate
    }

    static func find(_ name: String) -> UnsafePointer<AVCodec>? {
        if let encoder = unsafe avcodec_find_encoder_by_name(name) { return unsafe encoder }
        guard let descriptor = unsafe avcodec_descriptor_get_by_name(name) else { return nil }
        return unsafe avcodec_find_encoder(descriptor.pointee.id)
    }

    private static func list<Element>(
        _ first: UnsafePointer<Element>?,
        until isLast: (Element) -> Bool
    ) -> [Element] {
        guard var next = unsafe first else { return [] }
        var elements: [Element] = []
        while unsafe !isLast(next.pointee) {
            unsafe elements.append(next.pointee)
            unsafe next += 1
        }
        return elements
    }
}
