internal import MediaTime

extension SyntheticCamera {
    /// What it offers, as a list that a camera's driver might give: smaller frames at higher rates.
    static let formats: [CaptureFormat] = [
        format(
            "MJPG",
            "Motion-JPEG",
            isCompressed: true,
            [(1920, 1080, 60), (1280, 720, 120), (640, 360, 240), (320, 180, 240)]
        ),
        format(
            "YU12",
            "Planar YUV 4:2:0",
            [(1920, 1080, 60), (1280, 720, 120), (640, 360, 480), (320, 180, 1000)]
        ),
        format("YUYV", "YUYV 4:2:2", [(1280, 720, 60), (640, 360, 240), (320, 180, 1000)]),
        format(
            "H264",
            "H.264",
            isCompressed: true,
            [(1920, 1080, 60), (1280, 720, 120), (640, 360, 240), (320, 180, 240)]
        ),
        format(
            "HEVC",
            "HEVC",
            isCompressed: true,
            [(1920, 1080, 30), (1280, 720, 60), (640, 360, 120), (320, 180, 240)]
        ),
    ].compactMap(\.self)

    /// The mode that is nearest to what is wanted: 640x360 in Motion-JPEG, and the highest rate, where nothing is. Of a
    /// size that it lists it takes any rate up to the highest one.
    ///
    /// - Throws: ``CaptureError`` `.unsupported` for a format or a size that it does not list.
    static func mode(for preferences: FormatPreferences) throws(CaptureError) -> CaptureMode {
        var wish = preferences
        wish.format = wish.format ?? FourCharacterCode(SyntheticFrames.Format.motionJPEG.rawValue)
        if wish.size == nil, wish.minimumSize == nil { wish.size = FrameSize(width: 640, height: 360) }
        let mode = try FormatSelection(from: formats, preferences: wish).mode
        wish.frameRate = nil
        let fastest = try FormatSelection(from: formats, preferences: wish).mode
        if let rate = preferences.frameRate, mode.size == fastest.size, rate.frameDuration >= fastest.frameDuration {
            return CaptureMode(format: mode.format, size: mode.size, frameDuration: rate.frameDuration)
        }
        return mode
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
