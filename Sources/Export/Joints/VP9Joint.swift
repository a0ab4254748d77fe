internal import MediaFormats
internal import MediaSyntax

/// How frames of VP9 are encoded that stand in a track beside copied ones. Each key frame says what a decoder must know.
struct VP9Joint: JointEncoding {
    /// One of the source's.
    let key: VP9KeyFrame

    /// The encoder's quality.
    static let quality = 8

    /// Every packet is one frame, which is shown.
    var options: [MetadataItem] {
        [MetadataItem(key: "auto-alt-ref", value: "0"), MetadataItem(key: "lag-in-frames", value: "0")]
    }

    func headers(_ headers: [UInt8], adding encoded: [UInt8]) -> [UInt8]? { headers }

    func packet(_ payload: [UInt8], messages: FrameMessages, information: [UInt8]?) -> [UInt8]? {
        guard let own = VP9KeyFrame(payload.span) else { return payload }
        guard own.profile == key.profile, own.width == key.width, own.height == key.height else { return nil }
        return key.stating(in: payload)
    }
}
