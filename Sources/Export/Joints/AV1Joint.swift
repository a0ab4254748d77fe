internal import MediaFormats
internal import MediaSyntax

/// How frames of AV1 are encoded that stand in a track beside copied ones. They have a header of their own in front of each key
/// frame, and so have the first copied ones behind them: a decoder forgets all frames where it changes. The record outside of the
/// packets is the source's, with which the level, the samples and the colours of both agree.
struct AV1Joint: JointEncoding {
    /// The source's.
    let header: AV1SequenceHeader

    /// The encoder's quality, and how fast it is.
    static let (quality, preset) = (8, "6")

    /// Every packet is one frame, which is shown.
    var options: [MetadataItem] { [MetadataItem(key: "lag-in-frames", value: "0")] }

    /// libaom tells its header in its packets alone.
    func headers(_ headers: [UInt8], adding encoded: [UInt8]) -> [UInt8]? { headers }

    func packet(_ payload: [UInt8], messages: FrameMessages, information: [UInt8]?) -> [UInt8]? {
        AV1Stream.packet(payload, stating: header, inserting: information ?? [])
    }
}
