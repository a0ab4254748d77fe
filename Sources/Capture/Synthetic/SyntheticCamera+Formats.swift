internal import MediaTime

extension SyntheticCamera {
    /// What it offers, as a list that a camera's driver might give: smaller frames at higher rates.
    static let formats: [CaptureFormat] = [
        format("MJPG", "Motion-JPEG", isCompressed: true, [(1920, 1080, 60), (1280, 720, 120), (640, 360, 240)]),
        format(
            "YU12",
            "Planar YUV 4:2:0",
            [(1920, 1080, 60), (1280, 720, 120), (640, 360, 480), (320, 180, 1000)]
        ),
        format("YUYV", "YUYV 4:2:2", [(1280, 720, 60), (640, 360, 240), (320, 180, 1000)]),
        format("H264", "H.264", isCompressed: true, [(1920, 1080, 60), (1280, 720, 120), (640, 360, 240)]),
    ].compactMap(\.self)

    /// The mode that is nearest to what is wanted. The camera takes almost any size and rate.
    ///
    /// - Throws: ``CaptureError`` `.unsupported` for a format that it does not have.
    static func mode(for preferences: FormatPreferences) throws(CaptureError) -> CaptureMode {
        let usual = FrameSize(width: 640, height: 360)
        guard let motionJPEG = FourCharacterCode(SyntheticFrames.Format.motionJPEG.rawValue) else {
            throw CaptureError(.unsupported, "there is no format MJPG")
        }
        return CaptureMode(
            format: preferences.format ?? motionJPEG,
            size: preferences.size ?? preferences.minimumSize ?? usual,
            frameDuration: preferences.frameRate?.frameDuration ?? RationalTime(1, 240)
        )
    }

    /// Rates of every format, as far as its size goes.
    private static let rates: [Int32] = [1000, 480, 240, 120, 60, 30]

    private static func format(
        _ code: String,
        _ description: String,
        isCompressed: Bool = false,
        _ sizes: [(width: Int, height: Int, highestRate: Int32)]
    ) -> CaptureFormat? {
        guard let code = FourCharacterCode(code) else { return nil }
        return CaptureFormat(
            code: code,
            description: description,
            isCompressed: isCompressed,
            sizes: sizes.map { size in
                CaptureSize(
                    size: FrameSize(width: size.width, height: size.height),
                    ranges: rates.filter { $0 <= size.highestRate }.map { FrameRateRange(RationalTime(1, $0)) }
                )
            }
        )
    }
}
