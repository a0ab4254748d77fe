internal import FFmpeg

/// What a source's frames go through, in the order of the source, before they are retimed. So retiming, reversal and holds do
/// not change what it does.
///
/// Each frame becomes one frame at the same instant, or two where its fields become frames. Size and pixel format stay.
public struct SourceFilters: Hashable, Sendable {
    /// Which field comes first where fields become frames; `nil` where frames stay as they are.
    var deinterlacing: FieldOrder?
    /// A chain of libavfilter that was asked for.
    var own: String?
    /// How much shaking is taken away, behind the others.
    var stabilisation: Stabilisation?
    /// Why each is done, in plain words.
    public let reasons: [String]

    /// How many frames become of one. They share the time for which it is presented.
    public var framesPerFrame: Int { deinterlacing == nil ? 1 : 2 }

    /// Whether frames go through libavfilter.
    var hasChain: Bool { deinterlacing != nil || own != nil }

    /// In libavfilter's notation, for frames of a pixel format, which they have again afterwards.
    func chain(_ pixelFormat: PixelFormat) -> String {
        // Of frames that are whole, every second one would be missing: all are taken for interlaced.
        let fields = deinterlacing == nil ? nil : "bwdif=mode=send_field:parity=auto:deint=all"
        return ([fields, own].compactMap { $0 } + ["format=\(pixelFormat.name)"]).joined(separator: ",")
    }
}

/// Whether the fields of interlaced frames become frames.
public enum Deinterlacing: String, CaseIterable, Hashable, Sendable {
    /// Where frames have to be whole: because of the delivery, the codec, or because they get another shape.
    case automatic = "auto"
    /// Always. A clip that does not say that it is interlaced is taken for one whose upper field comes first.
    case always = "on"
    /// Never: frames are taken for whole, whatever the clip says.
    case never = "off"
}

extension [SourceFilters?] {
    /// Why, for all parts of a track.
    var reasons: [String] {
        reduce(into: []) { list, filters in
            for reason in filters?.reasons ?? [] where !list.contains(reason) { list.append(reason) }
        }
    }
}
