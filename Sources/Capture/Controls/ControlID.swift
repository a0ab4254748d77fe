/// The numbers of the controls that other controls or the frame rate depend on (linux/v4l2-controls.h). The numbers never
/// change; some names have changed between kernels.
enum ControlID {
    static let autoWhiteBalance: UInt32 = 0x0098_090C
    static let redBalance: UInt32 = 0x0098_090E
    static let blueBalance: UInt32 = 0x0098_090F
    static let autoGain: UInt32 = 0x0098_0912
    static let gain: UInt32 = 0x0098_0913
    /// The frequency of the mains: 0 for none, 1 for 50 Hz, 2 for 60 Hz, 3 for the camera's own guess.
    static let powerLineFrequency: UInt32 = 0x0098_0918
    static let autoHue: UInt32 = 0x0098_0919
    static let hue: UInt32 = 0x0098_0903
    static let whiteBalanceTemperature: UInt32 = 0x0098_091A
    static let autoBrightness: UInt32 = 0x0098_0920
    static let brightness: UInt32 = 0x0098_0900
    static let autoExposure: UInt32 = 0x009A_0901
    /// In units of 100 µs.
    static let exposureTime: UInt32 = 0x009A_0902
    /// Whether automatic exposure may lower the rate.
    static let dynamicFrameRate: UInt32 = 0x009A_0903
    static let focus: UInt32 = 0x009A_090A
    static let autoFocus: UInt32 = 0x009A_090C
    static let irisAbsolute: UInt32 = 0x009A_0911
    static let zoom: UInt32 = 0x009A_090D
    /// Has a camera that encodes make a key frame next.
    static let forceKeyFrame: UInt32 = 0x0099_09E5
}
