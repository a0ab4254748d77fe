internal import MediaSyntax

/// What libav makes of a camera's format.
struct CameraFormat: Hashable {
    /// libav's name for how samples lie in memory, of raw frames; of encoded ones what they decode to.
    let pixelFormat: String
    /// libav's name for the codec; `nil` for raw frames.
    let codec: String?

    /// QuickTime's code for raw frames that lie in memory like this (QuickTime File Format Specification, "Uncompressed
    /// Y'CbCr Video"); `nil` where there is none.
    var quickTimeCode: String? { Self.quickTimeCodes[pixelFormat] }

    private static let quickTimeCodes = ["yuyv422": "yuvs", "uyvy422": "2vuy"]

    /// The codec, where frames refer to others.
    var stream: NALCodec? { codec.flatMap(NALCodec.init(rawValue:)) }

    /// `nil` for a format that is not known.
    init?(_ format: FourCharacterCode) {
        guard let known = Self.known[format.description] else { return nil }
        self = known
    }

    private init(_ pixelFormat: String, codec: String? = nil) {
        self.pixelFormat = pixelFormat
        self.codec = codec
    }

    /// Those that are known, by their codes.
    static var codes: [String] { known.keys.sorted() }

    /// After the kernel's list of formats (videodev2.h). Multi-byte samples are little-endian.
    private static let known: [String: CameraFormat] = [
        "MJPG": CameraFormat("yuvj422p", codec: "mjpeg"),
        "JPEG": CameraFormat("yuvj422p", codec: "mjpeg"),
        "H264": CameraFormat("yuv420p", codec: "h264"),
        "HEVC": CameraFormat("yuv420p", codec: "hevc"),
        "YU12": CameraFormat("yuv420p"),
        "422P": CameraFormat("yuv422p"),
        "NV12": CameraFormat("nv12"),
        "NV21": CameraFormat("nv21"),
        "NV16": CameraFormat("nv16"),
        "YUYV": CameraFormat("yuyv422"),
        "UYVY": CameraFormat("uyvy422"),
        "YVYU": CameraFormat("yvyu422"),
        "GREY": CameraFormat("gray"),
        "Y10": CameraFormat("gray10le"),
        "Y12": CameraFormat("gray12le"),
        "Y16": CameraFormat("gray16le"),
        "RGB3": CameraFormat("rgb24"),
        "BGR3": CameraFormat("bgr24"),
        "RGB4": CameraFormat("0rgb"),
        "BX24": CameraFormat("0rgb"),
        "BGR4": CameraFormat("bgr0"),
        "XR24": CameraFormat("bgr0"),
        "BA81": CameraFormat("bayer_bggr8"),
        "GBRG": CameraFormat("bayer_gbrg8"),
        "GRBG": CameraFormat("bayer_grbg8"),
        "RGGB": CameraFormat("bayer_rggb8"),
    ]
}
